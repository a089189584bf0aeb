import type { NodeType } from '../../context.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import { localTimeOf, sortByWidth, thumbnailOf } from '../shared/photoFields.ts'
import { pictureProblemOf } from '../shared/pictureProblem.ts'
import type { TrashedPhotoResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `TrashedPhoto`. */
export const TrashedPhoto: TrashedPhotoResolvers = {
  id: ({ imageId }) => encodeGlobalId('TrashedPhoto', imageId),
  photoId: ({ imageId }) => encodeGlobalId('Photo', imageId),
  fileName: ({ localFileName }) => localFileName ?? null,
  dateTaken: ({ dateTaken }) => localTimeOf(dateTaken),
  width: ({ visibleWidth }) => visibleWidth ?? null,
  height: ({ visibleHeight }) => visibleHeight ?? null,
  thumbnails: ({ thumbnails }) => sortByWidth(thumbnails),
  thumbnail: ({ thumbnails }, { width }) => thumbnailOf(thumbnails, width),
  pictureProblem: ({ pictureProblem }) => pictureProblemOf(pictureProblem),
  deletedAt: ({ deleted }) => deleted,
  deletedForGoodAt: ({ expires }) => expires,
}

/** Loads a photo in the viewer's trash by id. */
export const trashedPhotoNode: NodeType = {
  type: 'TrashedPhoto',
  load: (key, { viewer, trash }) => (viewer ? trash.photo.load(key) : null),
}
