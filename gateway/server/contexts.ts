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
  const photos = new Upstream({ name: 'photos', baseUrl: config.photosUrl, log, ...config.upstreams.photos })
  const site = new Upstream({ name: 'site', baseUrl: config.siteUrl, log, ...config.upstreams.site })
  const identity = new Upstream({ name: 'identity', baseUrl: config.identityUrl, log, ...config.upstreams.identity })
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
    flights: new Map(),
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
