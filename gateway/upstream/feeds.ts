import { type ArchiveFact, archiveFactFrom, archiveFactOf, isArchiveRunning } from './downloads/archiveMessages.ts'
import { type ExportFact, exportFactFrom, exportFactOf } from './exports/exportMessages.ts'
import { type AccountFact, accountFactOf, accountPosition } from './identity/accountMessages.ts'
import { JobEvents } from './live/jobEvents.ts'
import { type JobFact, jobPosition } from './live/jobFacts.ts'
import { LiveFeed } from './live/liveFeed.ts'
import type { FeedLog, LiveCredentials, LiveStream, Snapshots } from './live/liveStream.ts'
import { type OrderFact, orderFactFrom, orderFactOf } from './orders/orderMessages.ts'
import { ownCall } from './ownCall.ts'
import { type FactBatch, FactBatches } from './photos/factBatches.ts'
import { type LibraryFact, countFact, countedIn, factOf, positionFact } from './photos/libraryFacts.ts'
import { type ImportFact, importFactOf, importFactsFrom } from './push/importMessages.ts'
import type { ClientFactories, UpstreamName } from './upstreams.ts'

/** The dependencies of the feeds. */
export interface FeedOptions {
  readonly addresses: Readonly<Record<UpstreamName, { readonly url: string }>>
  readonly clients: ClientFactories
  readonly log: FeedLog
}

/** First and longest pause (ms) between two polls of a library whose service has no socket. A poll makes two calls. */
const libraryPolling = [1_000, 20_000] as const
/** Timeout (ms) of a call that fetches a snapshot. */
const snapshotTimeout = 9_000
/** Number of archives in a snapshot: usually the archives of a week. */
const latestArchives = 50

/** One feed per kind of stream. Opens no connection before the first reader. */
export function createFeeds({ addresses, clients, log }: FeedOptions) {
  const { photos, downloads, exports, push, orders, identity } = addresses
  return {
    library: new LiveFeed(libraryStream(`${photos.url}/events`, clients), log),
    archives: new LiveFeed(archiveStream(`${downloads.url}/notifications`, clients), log),
    exports: new LiveFeed(exportStream(`${exports.url}/events`, clients), log),
    imports: new LiveFeed(importStream(`${push.url}/messages`, clients), log),
    account: new LiveFeed(accountStream(`${identity.url}/events`), log),
    orders: new LiveFeed(orderStream(`${orders.url}/v1/events`, clients), log),
  }
}

/** The live streams, shared by all operations. */
export type Feeds = Readonly<ReturnType<typeof createFeeds>>

/**
 * The stream of a library's changes. Only our own service has a socket. Other services are polled for the number of
 * photos per month and the number of albums.
 */
function libraryStream(url: string, { photos }: ClientFactories): LiveStream<LibraryFact, FactBatch> {
  const fetch = async (credentials: LiveCredentials, known: ReadonlyMap<string, LibraryFact>) => {
    const client = photos(snapshotCall(credentials))
    const [months, { albumsCount }] = await Promise.all([client.countMonths(), client.countAll()])
    const facts = months.map(({ count: value, ...month }) => countFact({ value, month }))
    const counted = new Set(facts.map(countedIn))
    // A month whose last photo was deleted is no longer in the response.
    const emptied = [...known.values()].flatMap((fact) =>
      fact.count?.month && !counted.has(countedIn(fact)) ? [countFact({ value: 0, month: fact.count.month })] : [],
    )
    return [...facts, ...emptied, countFact({ value: albumsCount, month: null })]
  }
  return {
    name: 'library',
    scope: 'photos:read',
    url,
    factOf,
    positionFact,
    read: (after, onReturn) => new FactBatches(after, onReturn),
    toleratesUnreadable: false,
    snapshots: {
      fetch,
      polling: libraryPolling,
      jobOf: countedIn,
      isSame: (one, other) => one.count?.value === other.count?.value,
    },
  }
}

function archiveStream(url: string, { downloads }: ClientFactories): LiveStream<ArchiveFact, ArchiveFact> {
  const fetch = async (credentials: LiveCredentials, known: ReadonlyMap<string, ArchiveFact>) => {
    const client = downloads(snapshotCall(credentials))
    const { items } = await client.list(null, latestArchives)
    const facts = items.map(async ({ id, state, progress }) => {
      // Some services list archives without a state. If an archive was last seen running and has a URL now, it is
      // finished.
      const isAwaited = !state && isArchiveRunning(known.get(id))
      const found = isAwaited && (await client.findUrl(id)) !== null ? 'finished' : state
      return found ? [archiveFactFrom(id, found, progress)] : []
    })
    return (await Promise.all(facts)).flat()
  }
  return jobStream({ name: 'archives', scope: 'photos:read' }, url, archiveFactOf, { fetch })
}

/**
 * The stream of a customer's exports. Only our own service has this socket. Other services are polled, and only for an
 * export that a customer waits for.
 */
function exportStream(url: string, { exports }: ClientFactories): LiveStream<ExportFact, ExportFact> {
  const fetch = async (credentials: LiveCredentials) => {
    const found = await exports(snapshotCall(credentials)).findKnownRunning()
    return found ? [exportFactFrom(found)] : []
  }
  return jobStream({ name: 'exports', scope: 'photos:read' }, url, exportFactOf, { fetch, reportsFirst: true })
}

function importStream(url: string, { activation }: ClientFactories): LiveStream<ImportFact, ImportFact> {
  const fetch = async (credentials: LiveCredentials) =>
    importFactsFrom(await activation(snapshotCall(credentials)).read())
  return jobStream({ name: 'imports', scope: 'photos:read' }, url, importFactOf, { fetch })
}

/**
 * The stream of a customer's orders. Only our own service has a socket. Other services are polled for the states of the
 * newest orders.
 */
function orderStream(url: string, { orders }: ClientFactories): LiveStream<OrderFact, OrderFact> {
  const fetch = async (credentials: LiveCredentials) =>
    (await orders(snapshotCall(credentials)).listNewest()).map(orderFactFrom)
  return jobStream({ name: 'orders', scope: 'orders:read' }, url, orderFactOf, { fetch })
}

/**
 * The stream of a customer's account. Only our own service has this socket. Other services have nothing to fetch
 * instead, so their customers get no events.
 */
function accountStream(url: string): LiveStream<AccountFact, AccountFact> {
  return {
    name: 'account',
    scope: 'account',
    url,
    factOf: accountFactOf,
    positionFact: accountPosition,
    read: (after, onReturn) => new JobEvents(after, onReturn),
    toleratesUnreadable: true,
    snapshots: { fetch: async () => [], jobOf: ({ job }) => job, isSame: () => true },
  }
}

function jobStream<Kind extends string>(
  { name, scope }: Pick<LiveStream<JobFact<Kind>, JobFact<Kind>>, 'name' | 'scope'>,
  url: string,
  factOfMessage: (text: string) => JobFact<Kind> | null,
  source: Pick<Snapshots<JobFact<Kind>>, 'fetch' | 'reportsFirst'>,
): LiveStream<JobFact<Kind>, JobFact<Kind>> {
  return {
    name,
    scope,
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
