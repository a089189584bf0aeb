import { type ArchiveFact, archiveFactFrom, archiveFactOf, isUnderWay } from './downloads/archiveMessages.ts'
import { type ExportFact, exportFactFrom, exportFactOf } from './exports/exportMessages.ts'
import { JobEvents } from './live/jobEvents.ts'
import { type JobFact, jobPosition } from './live/jobFacts.ts'
import { LiveFeed } from './live/liveFeed.ts'
import type { FeedLog, LiveCredentials, LiveStream, Snapshots } from './live/liveStream.ts'
import { ownCall } from './ownCall.ts'
import { type FactBatch, FactBatches } from './photos/factBatches.ts'
import { type LibraryFact, factOf, positionFact } from './photos/libraryFacts.ts'
import { type ImportFact, importFactOf, importFactsFrom } from './push/importMessages.ts'
import type { ClientFactories, UpstreamName } from './upstreams.ts'

/** What feeds need. */
export interface FeedOptions {
  readonly addresses: Readonly<Record<UpstreamName, { readonly url: string }>>
  readonly clients: ClientFactories
  readonly log: FeedLog
}

/** Timeout (ms) of a call that fetches a snapshot. */
const snapshotTimeout = 9_000
/** Number of archives in a snapshot: usually those of a week. */
const latestArchives = 50

/** One feed per kind of stream. Opens no connection before the first reader. */
export function createFeeds({ addresses, clients, log }: FeedOptions) {
  const { photos, downloads, exports, push } = addresses
  return {
    library: new LiveFeed(libraryStream(`${photos.url}/events`), log),
    archives: new LiveFeed(archiveStream(`${downloads.url}/notifications`, clients), log),
    exports: new LiveFeed(exportStream(`${exports.url}/events`, clients), log),
    imports: new LiveFeed(importStream(`${push.url}/messages`, clients), log),
  }
}

/** The live streams, shared by all operations. */
export type Feeds = Readonly<ReturnType<typeof createFeeds>>

function libraryStream(url: string): LiveStream<LibraryFact, FactBatch> {
  return {
    name: 'library',
    url,
    factOf,
    positionFact: (position) => positionFact(position ?? 0n),
    read: (after, onReturn) => new FactBatches(typeof after === 'bigint' ? after : null, onReturn),
    toleratesUnreadable: false,
  }
}

function archiveStream(url: string, { downloads }: ClientFactories): LiveStream<ArchiveFact, ArchiveFact> {
  const fetch = async (credentials: LiveCredentials, known: ReadonlyMap<string, ArchiveFact>) => {
    const client = downloads(snapshotCall(credentials))
    const { items } = await client.list(null, latestArchives)
    const facts = items.map(async ({ id, state, progress }) => {
      // Some services list archives without a state. A running archive is finished when it has a URL.
      const isWaitedFor = !state && isUnderWay(known.get(id))
      const found = isWaitedFor && (await client.findUrl(id)) !== null ? 'finished' : state
      return found ? [archiveFactFrom(id, found, progress)] : []
    })
    return (await Promise.all(facts)).flat()
  }
  return jobStream('archives', url, archiveFactOf, { fetch })
}

/** The socket is our own. A service without it is asked only about the export that a customer waits for. */
function exportStream(url: string, { exports }: ClientFactories): LiveStream<ExportFact, ExportFact> {
  const fetch = async (credentials: LiveCredentials) => {
    const found = await exports(snapshotCall(credentials)).findKnownRunning()
    return found ? [exportFactFrom(found)] : []
  }
  return jobStream('exports', url, exportFactOf, { fetch, reportsFirst: true })
}

function importStream(url: string, { activation }: ClientFactories): LiveStream<ImportFact, ImportFact> {
  const fetch = async (credentials: LiveCredentials) =>
    importFactsFrom(await activation(snapshotCall(credentials)).read())
  return jobStream('imports', url, importFactOf, { fetch })
}

function jobStream<Kind extends string>(
  name: string,
  url: string,
  factOfMessage: (text: string) => JobFact<Kind> | null,
  source: Pick<Snapshots<JobFact<Kind>>, 'fetch' | 'reportsFirst'>,
): LiveStream<JobFact<Kind>, JobFact<Kind>> {
  return {
    name,
    url,
    factOf: factOfMessage,
    positionFact: jobPosition,
    read: (after, onReturn) => new JobEvents(after, onReturn),
    toleratesUnreadable: true,
    snapshots: {
      ...source,
      jobOf: ({ job }) => job,
      isSame: (one, other) => one.kind === other.kind && one.progress === other.progress,
    },
  }
}

function snapshotCall(credentials: LiveCredentials) {
  return ownCall(snapshotTimeout, credentials)
}
