import { albumPath, timelinePath, uploadedPhotoPath } from '../../../shared/paths.ts'
import { commonAlbum } from './uploadTexts.ts'
import type { UploadItem } from './uploadTypes.ts'

/**
 * The path at which the customer finds the photos of an upload. If photos were added, it is the last one of them in their
 * album, or else in the list that is sorted by upload, which shows new photos together whatever their months are. If all
 * photos were in the library already, it is the first one. If no photo is known, it is the album or the timeline.
 */
export function afterUpload(items: readonly UploadItem[]): string {
  const album = commonAlbum(items)
  const added = items.findLast(({ state, imageId }) => state === 'added' && imageId !== null)
  const duplicate = items.find(({ state, imageId }) => state === 'duplicate' && imageId !== null)
  const imageId = added?.imageId ?? duplicate?.imageId
  if (!imageId) return album ? albumPath(album.id) : timelinePath
  const photo = uploadedPhotoPath(imageId)
  return added || album ? `${photo}?${new URLSearchParams({ in: album?.id ?? '' })}` : photo
}
