import { originalKey, renditionKey } from './keys.ts'
import { contentTypes } from './formats/inspect.ts'
import type { PlatformEvent } from '../platform/platform.ts'
import type { OriginalRow } from './originalStore.ts'

type Announcement = Omit<PlatformEvent, 'position'>

/** The event for an original that is ready to become a photo, with everything the library needs to know. */
export function readyEvent(original: OriginalRow): Announcement {
  const { owner_id: owner, image_id: imageId } = original
  return {
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
  }
}

/**
 * The event for an original that only a later release of storage could decode. It is not another `original.ready`,
 * because that would bring back a photo that was deleted meanwhile.
 */
export function decodedEvent(original: OriginalRow): Announcement {
  const { owner_id: owner, image_id: imageId, thumbhash } = original
  const data = { imageId, thumbhash, thumbnails: thumbnailsOf(original) }
  return { type: 'original.decoded', owner, data }
}

function thumbnailsOf({ owner_id: owner, image_id: imageId, thumbnails }: OriginalRow) {
  return (thumbnails ?? []).map((thumbnail) => ({ ...thumbnail, key: renditionKey(owner, imageId, thumbnail.id) }))
}
