import { albumPath, timelinePath, uploadedPhotoPath } from '../../../shared/paths.ts'
import { commonAlbum } from './uploadTexts.ts'
import type { UploadItem } from './uploadTypes.ts'

/**
 * The path at which the customer finds the photos of an upload: their album, or else the list by upload, which shows
 * new photos together whatever their months are. If all photos were in the library already, they may be anywhere in the
 * list, so the path opens the first photo.
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
