import { unauthenticated } from '../../../errors/codes.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'

/** Resolves `Mutation.cancelEmailChange`. */
export const cancelEmailChange: NonNullable<MutationResolvers['cancelEmailChange']> = async (
  _root,
  { input: { email } },
  { viewer, identity },
) => {
  if (!viewer) throw unauthenticated()
  const pending = await identity.getEmailChange(viewer)
  if (pending?.email !== email || !(await identity.cancelEmailChange(viewer))) return changeNotFound
  return { __typename: 'CancelEmailChangeSuccess', email: viewer.email }
}

const changeNotFound = {
  __typename: 'EmailChangeNotFound',
  code: 'NOT_FOUND',
  message: 'No change to this address is pending.',
} as const
