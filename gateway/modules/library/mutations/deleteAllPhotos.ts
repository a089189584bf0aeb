import { unauthenticated } from '../../../errors/codes.ts'
import { libraryNotFound, namesLibraryOf } from '../../../relay/libraryId.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'

/** `Mutation.deleteAllPhotos` */
export const deleteAllPhotos: NonNullable<MutationResolvers['deleteAllPhotos']> = async (_root, { input }, context) => {
  if (!context.viewer) throw unauthenticated()
  const { accountId } = context.viewer
  if (!namesLibraryOf(accountId, input.libraryId)) return libraryNotFound
  const isFinished = await context.photos.deleteAllPhotos()
  context.loaders.forget()
  return { __typename: 'DeleteAllPhotosSuccess', isFinished, library: { accountId } }
}
