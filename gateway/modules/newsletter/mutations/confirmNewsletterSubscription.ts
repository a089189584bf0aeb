import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { mailedLinkRefused } from '../../shared/mailedLinkRefused.ts'

const problems = { used: 'USED', expired: 'EXPIRED', notFound: 'UNKNOWN' } as const

/** Resolves `Mutation.confirmNewsletterSubscription`. Needs no viewer, because the token of the link is sufficient. */
export const confirmNewsletterSubscription: NonNullable<MutationResolvers['confirmNewsletterSubscription']> = async (
  _root,
  { input: { email, token } },
  context,
) => {
  const refusal = context.refuseLink()
  if (refusal) throw refusal
  const outcome = await context.mailing.confirm(email, token)
  if (outcome === 'confirmed') return { __typename: 'ConfirmNewsletterSubscriptionSuccess', email }
  return mailedLinkRefused(problems[outcome])
}
