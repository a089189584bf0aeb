import { unauthenticated } from '../../../errors/codes.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { noNewsletter } from '../noNewsletter.ts'

/** Resolves `Mutation.unsubscribeFromNewsletter`. */
export const unsubscribeFromNewsletter: NonNullable<MutationResolvers['unsubscribeFromNewsletter']> = async (
  _root,
  _args,
  { viewer, mailing },
) => {
  if (!viewer) throw unauthenticated()
  if (!(await mailing.unsubscribe())) throw noNewsletter()
  return { __typename: 'UnsubscribeFromNewsletterSuccess', viewer }
}
