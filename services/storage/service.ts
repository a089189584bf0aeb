import { adoptUploads } from './adoptUploads.ts'
import { endLinks } from './albumLinks.ts'
import { settleArrivals } from './arrivals.ts'
import { registerBlobRoutes } from './blobRoutes.ts'
import { registerCors } from './cors.ts'
import { registerClaimRoutes } from './claimRoutes.ts'
import { startRenditionThreads } from './renditionThreads.ts'
import { createRenditionQueue } from './renditionJobs.ts'
import { createDemoQueue, createPainter, planDemo } from './demo.ts'
import { demoOlderLibraryQueue, planDemoOlderLibrary } from './demoOlderLibrary.ts'
import { storageErasure } from './erasure.ts'
import { createHeicDecoder } from './heic/decoder.ts'
import { parallelism } from './images.ts'
import { registerImportRoutes } from './importRoutes.ts'
import { createIngest } from './ingest.ts'
import { registerProcessingRoutes } from './processingRoutes.ts'
import { largestWidth } from './renditions.ts'
import { createMemoryBudget } from './memoryBudget.ts'
import { removalQueue, removeOriginals, removeOriginalsOfMany } from './removals.ts'
import { registerTusRoutes } from './tusRoutes.ts'
import { measureUploads } from './uploadMetrics.ts'
import { createUpkeepQueue, ingestCompleteUploads } from './upkeep.ts'
import { openUploadBytes } from './openUploadBytes.ts'
import { registerUploadRoutes } from './uploadRoutes.ts'
import { registerUsageRoutes } from './usageRoutes.ts'
import { registerErasure } from '../platform/erasure.ts'
import type { ServiceApp } from '../platform/contract.ts'
import type { Platform, Service } from '../platform/platform.ts'
import type { Parts } from './parts.ts'
import type { StorageTables } from './tables.ts'

const heicMilliseconds = 60_000

/** Uploads, originals, renditions and signed URLs. */
export const storageService: Service = {
  description: 'Uploads, originals, renditions and the files behind signed URLs.',
  migrations: new URL('migrations/', import.meta.url),
  traffic: 'uploads',
  register,
  demo: async (platform) => {
    await planDemo(platform, platform.database<StorageTables>('storage'))
    await planDemoOlderLibrary(platform)
  },
}

async function register(app: ServiceApp, platform: Platform): Promise<void> {
  const { maxPixels, decodeBytes } = platform.config.storage
  const database = platform.database<StorageTables>('storage')
  const parts: Parts = {
    platform,
    database,
    heic: createHeicDecoder({
      workers: parallelism,
      milliseconds: heicMilliseconds,
      maxPixels,
      maxWidth: largestWidth,
    }),
    renditionThreads: startRenditionThreads(maxPixels),
    memory: createMemoryBudget(decodeBytes),
    uploads: await openUploadBytes(platform, database),
  }
  measureUploads(database, platform.metrics)
  const ingest = createIngest(parts)
  const ending = new AbortController()

  platform.jobs.define(createRenditionQueue(parts))
  platform.jobs.define(removalQueue(parts))
  platform.jobs.define(createUpkeepQueue(parts, ingest))
  const painter = createPainter()
  if (platform.config.demo) {
    platform.jobs.define(createDemoQueue(parts, painter, ingest))
    platform.jobs.define(demoOlderLibraryQueue(platform, painter))
  }
  platform.events.consume({
    name: 'storage.arrivals',
    database: parts.database,
    types: ['photo.added', 'photo.confirmed'],
    handle: async (events, change) => settleArrivals(platform, events, change),
  })
  platform.events.consume({
    name: 'storage.removals',
    database: parts.database,
    types: ['photo.removed'],
    handle: async (events, change) => removeOriginals(parts, events, change),
  })
  platform.events.consume({
    name: 'storage.removals-of-many',
    database: parts.database,
    types: ['photos.removed'],
    // Each event covers hundreds of photos.
    pageSize: 1,
    handle: async (events, change) => removeOriginalsOfMany(parts, events, change),
  })

  platform.events.consume({
    name: 'storage.purges',
    database: parts.database,
    types: ['photos.purged'],
    pageSize: 1,
    handle: async (events, change) => removeOriginalsOfMany(parts, events, change),
  })

  platform.events.consume({
    name: 'storage.album-links',
    database: parts.database,
    types: ['album.links-ended'],
    handle: endLinks,
  })

  registerErasure(platform, storageErasure(parts))

  registerCors(app, platform)
  registerTusRoutes(app, parts, ingest)
  registerUploadRoutes(app, parts, ingest)
  registerClaimRoutes(app, parts, ingest)
  registerUsageRoutes(app, parts)
  registerProcessingRoutes(app, parts)
  registerBlobRoutes(app, parts)
  registerImportRoutes(app, parts, ingest)

  app.addHook('onListen', async () => {
    await adoptUploads(parts, ending.signal)
    await ingestCompleteUploads(parts, ingest, ending.signal)
  })
  app.addHook('onClose', async () => {
    ending.abort()
    await Promise.all([parts.heic.close(), parts.renditionThreads.close(), painter.close(), parts.uploads.close()])
  })
}
