import { unauthenticated } from '../../../errors/codes.ts'
import { encodeGlobalId } from '../../../relay/globalId.ts'
import { libraryNotFound } from '../../shared/libraryNotFound.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'

/** Resolves `Mutation.emptyTrash`. */
export const emptyTrash: NonNullable<MutationResolvers['emptyTrash']> = async (_root, { input }, context) => {
  if (!context.viewer) throw unauthenticated()
  const { accountId } = context.viewer
  if (input.libraryId !== encodeGlobalId('PhotoLibrary', accountId)) return libraryNotFound
  await context.trash.empty()
  return { __typename: 'EmptyTrashSuccess', library: { accountId } }
}
