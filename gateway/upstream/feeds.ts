import type { GatewayConfig } from '../config.ts'
import { type ArchiveFact, archiveFactFrom, archiveFactOf, isUnderWay } from './downloads/archiveMessages.ts'
import { DownloadsClient } from './downloads/downloadsClient.ts'
import { type ExportFact, exportFactFrom, exportFactOf } from './exports/exportMessages.ts'
import { ExportsClient } from './exports/exportsClient.ts'
import type { KnownExports } from './exports/knownExports.ts'
import { JobEvents } from './live/jobEvents.ts'
import { type JobFact, jobPosition } from './live/jobFacts.ts'
import { LiveFeed } from './live/liveFeed.ts'
import type { FeedLog, LiveCredentials, LiveStream, Standing } from './live/liveStream.ts'
import { ownCall } from './ownCall.ts'
import { ActivationClient } from './photos/activationClient.ts'
import { type FactBatch, FactBatches } from './photos/factBatches.ts'
import { type LibraryFact, factOf, positionFact } from './photos/libraryFacts.ts'
import { type ImportFact, importFactOf, importFactsFrom } from './push/importMessages.ts'
import type { Upstream } from './upstream.ts'

/** Everything that is told live, shared by all operations. */
export interface Feeds {
  readonly library: LiveFeed<LibraryFact, FactBatch>
  readonly archives: LiveFeed<ArchiveFact, ArchiveFact>
  readonly exports: LiveFeed<ExportFact, ExportFact>
  readonly imports: LiveFeed<ImportFact, ImportFact>
  /** Lets all readers go. */
  close(): void
}

/** What feeds are made of. */
export interface FeedOptions {
  readonly config: Pick<GatewayConfig, 'photosUrl' | 'downloadsUrl' | 'exportsUrl' | 'pushUrl'>
  readonly photos: Upstream
  readonly downloads: Upstream
  readonly exports: Upstream
  readonly knownExports: KnownExports
  readonly log: FeedLog
}

/** Milliseconds that a call may take that says how things stand. */
const standingTime = 9_000
/** Archives that are asked for then: those of a week, as a rule. */
const latestArchives = 50

/** Opens no connection before the first reader. */
export function createFeeds({ config, log, ...upstreams }: FeedOptions): Feeds {
  const { photos, downloads } = upstreams
  const library = new LiveFeed(libraryStream(`${config.photosUrl}/events`), log)
  const archives = new LiveFeed(archiveStream(`${config.downloadsUrl}/notifications`, downloads), log)
  const exports = new LiveFeed(exportStream(`${config.exportsUrl}/events`, upstreams), log)
  const imports = new LiveFeed(importStream(`${config.pushUrl}/messages`, photos), log)
  return {
    library,
    archives,
    exports,
    imports,
    close() {
      for (const feed of [library, archives, exports, imports]) feed.close()
    },
  }
}

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

function archiveStream(url: string, downloads: Upstream): LiveStream<ArchiveFact, ArchiveFact> {
  const ask = async (credentials: LiveCredentials, told: ReadonlyMap<string, ArchiveFact>) => {
    const client = new DownloadsClient(downloads, standingCall(credentials))
    const { items } = await client.list(null, latestArchives)
    const facts = items.map(async ({ id, state, progress }) => {
      // A list that does not say how far an archive is: one that is waited for is finished when it has an address.
      const isWaitedFor = !state && isUnderWay(told.get(id))
      const found = isWaitedFor && (await client.findUrl(id)) !== null ? 'finished' : state
      return found ? [archiveFactFrom(id, found, progress)] : []
    })
    return (await Promise.all(facts)).flat()
  }
  return jobStream('archives', url, archiveFactOf, { ask })
}

/** The socket is our own: a service without it is asked about the one export that is waited for, and else nothing. */
function exportStream(
  url: string,
  { exports, knownExports: known }: Pick<FeedOptions, 'exports' | 'knownExports'>,
): LiveStream<ExportFact, ExportFact> {
  const ask = async (credentials: LiveCredentials) => {
    const { accountId } = credentials
    const latest = known.of(accountId)
    if (!latest?.isUnderWay) return []
    const found = await new ExportsClient(exports, standingCall(credentials), { accountId, known }).find(
      latest.backupId,
    )
    return found ? [exportFactFrom(found)] : []
  }
  return jobStream('exports', url, exportFactOf, { ask, isNewsAtFirst: true })
}

function importStream(url: string, photos: Upstream): LiveStream<ImportFact, ImportFact> {
  const ask = async (credentials: LiveCredentials) =>
    importFactsFrom(await new ActivationClient(photos, standingCall(credentials)).read())
  return jobStream('imports', url, importFactOf, { ask })
}

function jobStream<Kind extends string>(
  name: string,
  url: string,
  factOfMessage: (text: string) => JobFact<Kind> | null,
  asking: Pick<Standing<JobFact<Kind>>, 'ask' | 'isNewsAtFirst'>,
): LiveStream<JobFact<Kind>, JobFact<Kind>> {
  return {
    name,
    url,
    factOf: factOfMessage,
    positionFact: jobPosition,
    read: (after, onReturn) => new JobEvents(after, onReturn),
    toleratesUnreadable: true,
    standing: {
      ...asking,
      jobOf: ({ job }) => job,
      isSame: (one, other) => one.kind === other.kind && one.progress === other.progress,
    },
  }
}

function standingCall({ accessToken }: LiveCredentials) {
  return ownCall(standingTime, accessToken)
}
