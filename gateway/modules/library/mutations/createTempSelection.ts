import { badInput, unauthenticated } from '../../../errors/codes.ts'
import { imageIdOf } from '../../../relay/photoId.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'

/** As the service: an editor reads a selection in two pages. */
const maximumPhotos = 1_000

const nothing = {
  __typename: 'PhotosNotFound',
  code: 'NOT_FOUND',
  message: 'None of these photos exists and is yours.',
} as const

/** `Mutation.createTempSelection` */
export const createTempSelection: NonNullable<MutationResolvers['createTempSelection']> = async (
  _root,
  { input },
  context,
) => {
  if (!context.viewer) throw unauthenticated()
  const ids = [...new Set(input.photoIds)]
  if (ids.length < 1 || ids.length > maximumPhotos)
    throw badInput(`"photoIds" names ${ids.length} photos; it must name 1 to ${maximumPhotos}.`)
  const imageIds = ids.map(imageIdOf).filter((imageId) => imageId !== null)
  const id = imageIds.length > 0 ? await context.photos.createTempSelection(imageIds) : null
  if (id === null) return nothing
  return { __typename: 'CreateTempSelectionSuccess', tempSelection: { tempSelectionId: id, photoIds: undefined } }
}
