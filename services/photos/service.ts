import { registerAlbumPhotoRoutes } from './albums/albumPhotoRoutes.ts'
import { registerAlbumRoutes } from './albums/albumRoutes.ts'
import { changedEmailsConsumer } from './albums/changedEmails.ts'
import { registerSharedAlbumRoutes } from './albums/sharedAlbumRoutes.ts'
import { registerSharingRoutes } from './albums/sharingRoutes.ts'
import { registerActivationRoutes } from './activation/activationRoutes.ts'
import { importQueue } from './activation/importQueue.ts'
import { recordProcessed } from './activation/outcomes.ts'
import { createLegacySource } from './activation/source/createLegacySource.ts'
import { defaultRetryLimits } from './activation/task.ts'
import { addPhotos, showPhotos } from './addPhotos.ts'
import { demoAlbumQueue, planDemoAlbums } from './demoAlbums.ts'
import { photosErasure } from './erasure.ts'
import { libraryEvents } from './eventStream.ts'
import { libraryDeletionQueue } from './libraryDeletion.ts'
import { registerLibraryDeletionRoute } from './libraryDeletionRoute.ts'
import { registerLibraryListingRoutes } from './libraryListingRoutes.ts'
import { registerNeighbourRoutes } from './neighbourRoutes.ts'
import { registerPictureRoutes } from './pictureRoutes.ts'
import { recountQueue } from './recount.ts'
import { registerRetentionRoute, retentionConsumer } from './retention.ts'
import { registerOriginalRoutes } from './originalRoutes.ts'
import { registerPhotoRoutes } from './routes.ts'
import { registerSyntheticRoute } from './synthetic.ts'
import { registerTempSelectionRoutes } from './tempSelectionRoutes.ts'
import { tempSelectionQueue } from './tempSelections.ts'
import { purgeQueue } from './trash/purge.ts'
import { registerTrashRoutes } from './trash/trashRoutes.ts'
import { registerErasure } from '../platform/erasure.ts'
import { registerEventSocket } from '../platform/eventSocket.ts'
import type { ServiceApp } from '../platform/contract.ts'
import type { Platform, Service } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'

/** The library: photos, its timeline, albums, and the events of its changes. */
export const photosService: Service = {
  description: 'The photo library: photos, the timeline, albums, and the import of an older library.',
  migrations: new URL('migrations/', import.meta.url),
  register,
  demo: planDemoAlbums,
}

async function register(app: ServiceApp, platform: Platform): Promise<void> {
  const database = platform.database<PhotosTables>('photos')

  platform.events.consume({
    name: 'photos.arrivals',
    database,
    // Only earlier releases of storage announced `original.rejected`. They deleted the files of these originals.
    types: ['original.ready', 'original.rejected', 'original.decoded'],
    handle: async (events, change) => {
      const ofType = (type: string) => events.filter((event) => event.type === type)
      const ready = ofType('original.ready')
      const { restored, announcements } = await addPhotos(ready, change)
      await recordProcessed([...ready, ...ofType('original.rejected')], restored, change)
      // Runs after the photos of the same page of events are added, because an original is announced before it is
      // decoded.
      const shown = await showPhotos(ofType('original.decoded'), change)
      await platform.events.append(change, [...announcements, ...shown])
    },
  })
  platform.events.consume(retentionConsumer(platform, database))
  registerErasure(platform, photosErasure(platform, database))
  platform.events.consume(changedEmailsConsumer(platform, database))
  const source = await createLegacySource(platform.config.legacy)
  const importParts = { platform, database, source, retryLimits: defaultRetryLimits }
  platform.jobs.define(importQueue(importParts))
  platform.jobs.define(recountQueue(platform, database))
  platform.jobs.define(libraryDeletionQueue(platform, database))
  platform.jobs.define(tempSelectionQueue(database))
  platform.jobs.define(purgeQueue(platform, database))
  if (platform.config.demo) platform.jobs.define(demoAlbumQueue(platform, database))

  registerPhotoRoutes(app, platform, database)
  registerLibraryDeletionRoute(app, platform, database)
  registerTrashRoutes(app, platform, database)
  registerLibraryListingRoutes(app, database)
  registerRetentionRoute(app, database)
  registerPictureRoutes(app, database)
  registerNeighbourRoutes(app, platform, database)
  registerTempSelectionRoutes(app, database)
  registerActivationRoutes(app, importParts)
  registerOriginalRoutes(app, database)
  registerAlbumRoutes(app, platform, database)
  registerAlbumPhotoRoutes(app, platform, database)
  registerSharedAlbumRoutes(app, platform, database)
  if (platform.config.demo) {
    registerSyntheticRoute(app, platform, database)
    registerSharingRoutes(app, platform, database)
  }
  registerEventSocket(app, '/events', platform, libraryEvents)
}
