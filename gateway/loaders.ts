import DataLoader from 'dataloader'
import type { Loaders } from './context.ts'
import { batchById } from './upstream/batch.ts'
import type { PhotosClient } from './upstream/photos/photosClient.ts'

const lookupLimit = 500

/** The shared reads of one operation: each is made at most once, single objects in batches. */
export function createLoaders(photos: PhotosClient): Loaders {
  const photo = batchById({
    fetch: (imageIds) => photos.findPhotos(imageIds),
    idOf: ({ imageId }) => imageId,
    limit: lookupLimit,
  })
  const uploadedPhoto = new DataLoader((ids: readonly string[]) => photos.findUploaded(ids), {
    maxBatchSize: lookupLimit,
  })
  let counts: ReturnType<Loaders['countAll']> | undefined
  let months: ReturnType<Loaders['countMonths']> | undefined
  return {
    photo,
    uploadedPhoto,
    countAll: () => (counts ??= photos.countAll()),
    countMonths: () => (months ??= photos.countMonths()),
    forget() {
      photo.clearAll()
      uploadedPhoto.clearAll()
      counts = undefined
      months = undefined
    },
  }
}
