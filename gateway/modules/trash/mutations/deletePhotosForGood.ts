import { unauthenticated } from '../../../errors/codes.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { changeTrash } from '../changeTrash.ts'

type Resolver = NonNullable<MutationResolvers['deletePhotosForGood']>

/** Resolves `Mutation.deletePhotosForGood`. */
export const deletePhotosForGood: Resolver = async (_root, { input }, context) => {
  if (!context.viewer) throw unauthenticated()
  const { trash } = context
  const { doneIds, ...rest } = await changeTrash(input.trashedPhotoIds, context, (ids) => trash.deleteForGood(ids))
  const library = { accountId: context.viewer.accountId }
  return { __typename: 'DeletePhotosForGoodSuccess', deletedIds: doneIds, ...rest, library }
}
