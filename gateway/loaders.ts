import DataLoader from 'dataloader'
import type { Loaders } from './context.ts'
import type { PhotosClient } from './upstream/photos/photosClient.ts'
import type { WirePhoto } from './upstream/photos/wire.ts'

const lookupLimit = 500

/** The shared reads of one operation: each is made at most once, single objects in batches. */
export function createLoaders(photos: PhotosClient): Loaders {
  const photo = new DataLoader<string, WirePhoto | null>(
    async (imageIds) => {
      const found = await photos.lookupPhotos(imageIds)
      const byId = new Map(found.map((item) => [item.imageId, item]))
      return imageIds.map((imageId) => byId.get(imageId) ?? null)
    },
    { maxBatchSize: lookupLimit },
  )
  let counts: ReturnType<Loaders['countAll']> | undefined
  let months: ReturnType<Loaders['countMonths']> | undefined
  return {
    photo,
    countAll: () => (counts ??= photos.countAll()),
    countMonths: () => (months ??= photos.countMonths()),
    forget() {
      photo.clearAll()
      counts = undefined
      months = undefined
    },
  }
}
