import DataLoader from 'dataloader'
import type { Loaders } from './context.ts'
import { batchById } from './upstream/batch.ts'
import type { PhotosClient } from './upstream/photos/photosClient.ts'
import type { VouchersClient } from './upstream/vouchers/vouchersClient.ts'

const lookupLimit = 500

/** The shared reads of one operation: each is made at most once, single objects in batches. */
export function createLoaders(photos: PhotosClient, vouchers: VouchersClient): Loaders {
  const photo = batchById({
    fetch: (imageIds) => photos.findPhotos(imageIds),
    idOf: ({ imageId }) => imageId,
    limit: lookupLimit,
  })
  const uploadedPhoto = new DataLoader((ids: readonly string[]) => photos.findUploaded(ids), {
    maxBatchSize: lookupLimit,
  })
  const voucher = new DataLoader(
    async (codes: readonly string[]) =>
      (await vouchers.find(codes)).map((found, index) => found && { ...found, code: codes[index] ?? '' }),
    { maxBatchSize: lookupLimit },
  )
  let counts: ReturnType<Loaders['countAll']> | undefined
  let months: ReturnType<Loaders['countMonths']> | undefined
  return {
    photo,
    uploadedPhoto,
    voucher,
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
