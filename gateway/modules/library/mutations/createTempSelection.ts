import { unauthenticated } from '../../../errors/codes.ts'
import { keyOf } from '../../../relay/globalId.ts'
import { eachOnce, photosNotFound } from '../../shared/namedPhotos.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'

/** The service has the same limit, so that an editor can read a selection in two pages. */
const maximumPhotos = 1_000

/** `Mutation.createTempSelection` */
export const createTempSelection: NonNullable<MutationResolvers['createTempSelection']> = async (
  _root,
  { input },
  context,
) => {
  if (!context.viewer) throw unauthenticated()
  const imageIds = eachOnce(input.photoIds, maximumPhotos)
    .map((id) => keyOf('Photo', id))
    .filter((imageId) => imageId !== null)
  const id = imageIds.length > 0 ? await context.photos.createTempSelection(imageIds) : null
  if (id === null) return photosNotFound
  return { __typename: 'CreateTempSelectionSuccess', tempSelection: { tempSelectionId: id, photoIds: undefined } }
}
