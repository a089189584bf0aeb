import type { GatewayConfig } from '../config.ts'
import type { GatewayContext, Viewer } from '../context.ts'
import { createLoaders } from '../loaders.ts'
import { nodeTypes } from '../schema.ts'
import type { OperationObservation } from '../telemetry/observation.ts'
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
  close(): Promise<void>
}

/** Opens no connection before the first call. */
export function createUpstreams(config: GatewayConfig, log: FeedLog): Upstreams {
  const open = (name: string, baseUrl: string) =>
    new Upstream({ name, baseUrl, connections: config.upstreamConnections, timeout: config.upstreamTimeout })
  const [photos, site, identity] = [
    open('photos', config.photosUrl),
    open('site', config.siteUrl),
    open('identity', config.identityUrl),
  ]
  const libraryFeed = new LibraryFeed(config.photosUrl, log)
  return {
    photos,
    site,
    identity,
    libraryFeed,
    async close() {
      libraryFeed.close()
      await Promise.all([photos.close(), site.close(), identity.close()])
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

/** What one operation holds; its deadline runs from here. */
export function createContext(config: GatewayConfig, upstreams: Upstreams, asker: Asker): GatewayContext {
  const scope = {
    observer: asker.observation,
    correlationId: asker.correlationId,
    accessToken: asker.viewer?.accessToken,
    deadline: performance.now() + config.operationTimeout,
  }
  const photos = new PhotosClient(upstreams.photos, scope)
  return {
    ...asker,
    photos,
    site: new SiteClient(upstreams.site, scope),
    libraryFeed: upstreams.libraryFeed,
    loaders: createLoaders(photos),
    nodes: nodeTypes,
  }
}
