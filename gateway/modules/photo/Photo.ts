import type { NodeType } from '../../context.ts'
import { imageIdPattern, photoIdOf } from '../../relay/photoId.ts'
import type { PhotoResolvers } from '../../__generated__/resolvers.ts'
import type { PhotoModel } from './models.ts'

/** `Photo` */
export const Photo: PhotoResolvers = {
  id: ({ imageId }) => photoIdOf(imageId),
  fileName: ({ localFileName }) => localFileName,
  width: ({ visibleWidth }) => visibleWidth ?? null,
  height: ({ visibleHeight }) => visibleHeight ?? null,
  thumbnails: ({ thumbnails }) => thumbnails.toSorted((one, other) => one.width - other.width),
  thumbnail: (photo, { width }) => thumbnailOf(photo, width),
  originalUrl: ({ untouchedUrl }) => untouchedUrl,
  // Lists do not have them: those of all photos that are asked for come in one call.
  details: async ({ imageId }, _args, { loaders }) => (await loaders.photo.load(imageId))?.details ?? null,
}

/** How a photo is found by its id. */
export const photoNode: NodeType = {
  type: 'Photo',
  load: (key, { viewer, loaders }) => (viewer && imageIdPattern.test(key) ? loaders.photo.load(key) : null),
}

/** The smallest rendition that is at least so wide, else the largest. */
function thumbnailOf({ thumbnails }: PhotoModel, width: number) {
  let best: PhotoModel['thumbnails'][number] | null = null
  for (const candidate of thumbnails) {
    if (best === null) best = candidate
    else if (
      best.width < width ? candidate.width > best.width : candidate.width >= width && candidate.width < best.width
    )
      best = candidate
  }
  return best
}
