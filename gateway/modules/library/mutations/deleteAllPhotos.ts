import { unauthenticated } from '../../../errors/codes.ts'
import { encodeGlobalId } from '../../../relay/globalId.ts'
import { libraryNotFound } from '../../shared/libraryNotFound.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'

/** Resolves `Mutation.deleteAllPhotos`. */
export const deleteAllPhotos: NonNullable<MutationResolvers['deleteAllPhotos']> = async (_root, { input }, context) => {
  if (!context.viewer) throw unauthenticated()
  const { accountId } = context.viewer
  if (input.libraryId !== encodeGlobalId('PhotoLibrary', accountId)) return libraryNotFound
  const isFinished = await context.photos.deleteAllPhotos()
  context.loaders.forget()
  return { __typename: 'DeleteAllPhotosSuccess', isFinished, library: { accountId } }
}
