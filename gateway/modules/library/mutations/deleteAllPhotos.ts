import { unauthenticated } from '../../../errors/codes.ts'
import { decodeGlobalId } from '../../../relay/globalId.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'

/** `Mutation.deleteAllPhotos` */
export const deleteAllPhotos: NonNullable<MutationResolvers['deleteAllPhotos']> = async (_root, { input }, context) => {
  if (!context.viewer) throw unauthenticated()
  const { accountId } = context.viewer
  const named = decodeGlobalId(input.libraryId)
  if (named?.type !== 'PhotoLibrary' || named.key !== accountId)
    return { __typename: 'LibraryNotFound', code: 'NOT_FOUND', message: 'This is not your library.' }
  const isFinished = await context.photos.deleteAllPhotos()
  context.loaders.forget()
  return { __typename: 'DeleteAllPhotosSuccess', isFinished, library: { accountId } }
}
