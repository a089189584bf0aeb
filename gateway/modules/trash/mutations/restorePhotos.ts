import { unauthenticated } from '../../../errors/codes.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { changeTrash } from '../changeTrash.ts'

/** Resolves `Mutation.restorePhotos`. */
export const restorePhotos: NonNullable<MutationResolvers['restorePhotos']> = async (_root, { input }, context) => {
  if (!context.viewer) throw unauthenticated()
  const { trash } = context
  const { doneIds, ...rest } = await changeTrash(input.trashedPhotoIds, context, (ids) => trash.restore(ids))
  const library = { accountId: context.viewer.accountId }
  return { __typename: 'RestorePhotosSuccess', restoredIds: doneIds, ...rest, library }
}
