import type { GatewayConfig } from '../config.ts'
import type { GatewayContext, Loaders, Viewer } from '../context.ts'
import { createLoaders } from '../loaders.ts'
import { nodeTypes } from '../schema.ts'
import type { OperationObservation } from '../telemetry/observation.ts'
import type { CallWatcher } from '../upstream/call.ts'
import { AlbumsClient } from '../upstream/photos/albumsClient.ts'
import { LibraryFeed, type FeedLog } from '../upstream/photos/libraryFeed.ts'
import { PhotosClient } from '../upstream/photos/photosClient.ts'
import { SiteClient } from '../upstream/site/siteClient.ts'
import { Upstream } from '../upstream/upstream.ts'

/** The connections to everything behind the gateway, shared by all operations. */
export interface Upstreams {
  readonly photos: Upstream
  readonly site: Upstream
  readonly identity: Upstream
  readonly libraryFeed: LibraryFeed
  /** Every service that is called by HTTP. */
  readonly all: readonly Upstream[]
  close(): Promise<void>
}

/**
 * Opens no connection before the first call.
 * @param observer is told of every call
 */
export function createUpstreams(config: GatewayConfig, log: FeedLog, observer: CallWatcher): Upstreams {
  const all: Upstream[] = []
  const open = (name: keyof GatewayConfig['upstreams'], baseUrl: string, probePath: string) => {
    const upstream = new Upstream({ name, baseUrl, probePath, log, observer, ...config.upstreams[name] })
    all.push(upstream)
    return upstream
  }
  const photos = open('photos', config.photosUrl, '/users')
  const site = open('site', config.siteUrl, '/config.json')
  const identity = open('identity', config.identityUrl, '/jwks')
  const libraryFeed = new LibraryFeed(config.photosUrl, log)
  return {
    photos,
    site,
    identity,
    libraryFeed,
    all,
    async close() {
      libraryFeed.close()
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
  readonly site: SiteClient
  readonly libraryFeed: LibraryFeed
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
    this.site = new SiteClient(upstreams.site, scope)
    this.libraryFeed = upstreams.libraryFeed
  }

  /** Many operations, and nearly all events, need none. */
  get loaders(): Loaders {
    return (this.#loaders ??= createLoaders(this.photos))
  }
}
