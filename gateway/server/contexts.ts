import type { GatewayConfig } from '../config.ts'
import type { GatewayContext, Loaders, Viewer } from '../context.ts'
import { createLoaders } from '../loaders.ts'
import { nodeTypes } from '../schema.ts'
import type { OperationObservation } from '../telemetry/observation.ts'
import type { CallWatcher } from '../upstream/call.ts'
import { CustomersClient } from '../upstream/customers/customersClient.ts'
import { DownloadsClient } from '../upstream/downloads/downloadsClient.ts'
import { ExportsClient } from '../upstream/exports/exportsClient.ts'
import { KnownExports } from '../upstream/exports/knownExports.ts'
import { type Feeds, createFeeds } from '../upstream/feeds.ts'
import type { FeedLog } from '../upstream/live/liveStream.ts'
import { ActivationClient } from '../upstream/photos/activationClient.ts'
import { AlbumsClient } from '../upstream/photos/albumsClient.ts'
import { PhotosClient } from '../upstream/photos/photosClient.ts'
import { SiteClient } from '../upstream/site/siteClient.ts'
import { Upstream } from '../upstream/upstream.ts'

/** The connections to everything behind the gateway, shared by all operations. */
export interface Upstreams {
  readonly photos: Upstream
  readonly site: Upstream
  readonly identity: Upstream
  readonly customers: Upstream
  readonly downloads: Upstream
  readonly exports: Upstream
  readonly knownExports: KnownExports
  readonly feeds: Feeds
  /** The time, in milliseconds since 1970. */
  readonly now: () => number
  /** Every service that is called by HTTP. */
  readonly all: readonly Upstream[]
  close(): Promise<void>
}

/**
 * Opens no connection before the first call.
 * @param observer is told of every call
 * @param now the time, in milliseconds since 1970
 */
export function createUpstreams(
  config: GatewayConfig,
  log: FeedLog,
  observer: CallWatcher,
  now: () => number,
): Upstreams {
  const all: Upstream[] = []
  const open = (name: keyof GatewayConfig['upstreams'], baseUrl: string, probePath: string) => {
    const upstream = new Upstream({ name, baseUrl, probePath, log, observer, ...config.upstreams[name] })
    all.push(upstream)
    return upstream
  }
  const photos = open('photos', config.photosUrl, '/users')
  const site = open('site', config.siteUrl, '/config.json')
  const identity = open('identity', config.identityUrl, '/jwks')
  const customers = open('customers', config.customersUrl, '/accounts/getaccountinformation')
  const downloads = open('downloads', config.downloadsUrl, '/downloads')
  const exports = open('exports', config.exportsUrl, '/backups')
  const knownExports = new KnownExports()
  const feeds = createFeeds({ config, photos, downloads, exports, knownExports, log })
  return {
    photos,
    site,
    identity,
    customers,
    downloads,
    exports,
    knownExports,
    feeds,
    now,
    all,
    async close() {
      feeds.close()
      await Promise.all(all.map((upstream) => upstream.close()))
    },
  }
}

/** Who asks what, where. */
export interface Asker {
  readonly viewer: Viewer | null
  readonly correlationId: string
  readonly host: string
  readonly observation: OperationObservation
}

/**
 * What one operation holds; its deadline runs from here. A class, because all operations must look alike to the engine.
 * @param time milliseconds that it may take
 */
export function createContext(time: number, upstreams: Upstreams, asker: Asker): GatewayContext {
  return new OperationContext(time, upstreams, asker)
}

class OperationContext implements GatewayContext {
  readonly viewer: Viewer | null
  readonly correlationId: string
  readonly host: string
  readonly observation: OperationObservation
  readonly photos: PhotosClient
  readonly albums: AlbumsClient
  readonly activation: ActivationClient
  readonly customers: CustomersClient
  readonly downloads: DownloadsClient
  readonly exports: ExportsClient
  readonly site: SiteClient
  readonly feeds: Feeds
  readonly now: () => number
  readonly nodes = nodeTypes
  #loaders: Loaders | undefined

  constructor(time: number, upstreams: Upstreams, { viewer, correlationId, host, observation }: Asker) {
    this.viewer = viewer
    this.correlationId = correlationId
    this.host = host
    this.observation = observation
    const scope = {
      observer: observation,
      correlationId,
      accessToken: viewer?.accessToken,
      deadline: performance.now() + time,
      flights: new Map(),
    }
    this.photos = new PhotosClient(upstreams.photos, scope)
    this.albums = new AlbumsClient(upstreams.photos, scope)
    this.activation = new ActivationClient(upstreams.photos, scope)
    this.customers = new CustomersClient(upstreams.customers, scope)
    this.downloads = new DownloadsClient(upstreams.downloads, scope)
    const { knownExports: known } = upstreams
    this.exports = new ExportsClient(upstreams.exports, scope, viewer && { accountId: viewer.accountId, known })
    this.site = new SiteClient(upstreams.site, scope)
    this.feeds = upstreams.feeds
    this.now = upstreams.now
  }

  /** Many operations, and nearly all events, need none. */
  get loaders(): Loaders {
    return (this.#loaders ??= createLoaders(this.photos))
  }
}
