import { originalKey, renditionKey } from './keys.ts'
import { contentTypes } from './formats/inspect.ts'
import type { Transaction } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { OriginalRow } from './originalStore.ts'
import type { StorageTables } from './tables.ts'

/** Announces that an original is ready to become a photo, with everything the library needs to know. */
export async function announceReady(
  platform: Platform,
  change: Transaction<StorageTables>,
  original: OriginalRow,
): Promise<void> {
  const { owner_id: owner, image_id: imageId } = original
  await platform.events.append(change, [
    {
      type: 'original.ready',
      owner,
      data: {
        imageId,
        uploadId: original.upload_id,
        generation: original.generation,
        fileName: original.file_name,
        contentType: contentTypes[original.format],
        size: original.size,
        crc32: original.crc32,
        originalKey: originalKey(owner, imageId),
        width: original.width,
        height: original.height,
        takenAt: original.taken_at,
        takenOffset: original.taken_offset,
        latitude: original.latitude,
        longitude: original.longitude,
        details: original.details,
        thumbhash: original.thumbhash,
        thumbnails: thumbnailsOf(original),
        uploadedAt: original.created_at.toISOString(),
        ...(original.picture_problem === null ? {} : { pictureProblem: original.picture_problem }),
      },
    },
  ])
}

/**
 * Announces an original that was decoded only by a later release. Not as another `original.ready`, because that would
 * bring back a photo that was deleted meanwhile.
 */
export async function announceDecoded(
  platform: Platform,
  change: Transaction<StorageTables>,
  original: OriginalRow,
): Promise<void> {
  const { owner_id: owner, image_id: imageId, thumbhash } = original
  const data = { imageId, thumbhash, thumbnails: thumbnailsOf(original) }
  await platform.events.append(change, [{ type: 'original.decoded', owner, data }])
}

function thumbnailsOf({ owner_id: owner, image_id: imageId, thumbnails }: OriginalRow) {
  return (thumbnails ?? []).map((thumbnail) => ({ ...thumbnail, key: renditionKey(owner, imageId, thumbnail.id) }))
}
