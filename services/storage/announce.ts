import { originalKey, renditionKey } from './keys.ts'
import { contentTypes } from './formats/inspect.ts'
import type { Transaction } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { OriginalRow } from './store.ts'
import type { StorageTables } from './tables.ts'

/** Announces that an original is ready, with everything the library needs to know. */
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
        thumbnails: (original.thumbnails ?? []).map((thumbnail) => ({
          ...thumbnail,
          key: renditionKey(owner, imageId, thumbnail.id),
        })),
        uploadedAt: original.created_at.toISOString(),
      },
    },
  ])
}
