import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { unauthenticated } from '../../../errors/codes.ts'

/** Resolves `Mutation.endOtherSessions`. */
export const endOtherSessions: NonNullable<MutationResolvers['endOtherSessions']> = async (
  _root,
  _args,
  { viewer, sessions },
) => {
  if (!viewer) throw unauthenticated()
  return { __typename: 'EndOtherSessionsSuccess', endedCount: await sessions.endOthers(), viewer }
}
