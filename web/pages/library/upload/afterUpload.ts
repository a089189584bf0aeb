import { albumPath, timelinePath, uploadedPhotoPath } from '../../../shared/paths.ts'
import { commonAlbum } from './uploadTexts.ts'
import type { UploadItem } from './uploadTypes.ts'

/**
 * Where the customer finds the photos of an upload: in their album, else in the list by upload, which has new photos
 * together, whatever their months are. Photos that were all in the library already may be anywhere in it: the first of
 * them opens.
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
