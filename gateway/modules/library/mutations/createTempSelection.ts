import { unauthenticated } from '../../../errors/codes.ts'
import { encodeGlobalId, keyOf } from '../../../relay/globalId.ts'
import { distinctIdsOf, photosNotFound } from '../../shared/namedPhotos.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'

/** The service has the same limit, so that an editor can read a selection in two pages. */
const maximumPhotos = 1_000

/** Resolves `Mutation.createTempSelection`. */
export const createTempSelection: NonNullable<MutationResolvers['createTempSelection']> = async (
  _root,
  { input },
  context,
) => {
  if (!context.viewer) throw unauthenticated()
  const imageIds = distinctIdsOf(input.photoIds, maximumPhotos)
    .map((id) => keyOf('Photo', id))
    .filter((imageId) => imageId !== null)
  const created = imageIds.length > 0 ? await context.photos.createTempSelection(imageIds) : 'NOT_FOUND'
  if (created === 'NOT_FOUND') return photosNotFound
  if (created === 'WITHOUT_PICTURE') return photosWithoutPicture
  return {
    __typename: 'CreateTempSelectionSuccess',
    tempSelection: { tempSelectionId: created.tempSelectionId, photoIds: undefined },
    leftOutIds: created.withoutPicture.map((imageId) => encodeGlobalId('Photo', imageId)),
  }
}

const photosWithoutPicture = {
  __typename: 'PhotosWithoutPicture',
  code: 'NO_PICTURE',
  message: 'None of these photos can be shown: see Photo.pictureProblem.',
} as const
