import { unauthenticated } from '../../../errors/codes.ts'
import type { MutationResolvers, PaymentMethodSetupOutcome } from '../../../__generated__/resolvers.ts'
import { providerUnavailable, setupNotFound } from '../refusals.ts'

const outcomes = new Map<string, PaymentMethodSetupOutcome>([
  ['stored', 'STORED'],
  ['pending', 'PENDING'],
  ['refused', 'REFUSED'],
  ['cancelled', 'CANCELLED'],
  ['expired', 'EXPIRED'],
  ['superseded', 'SUPERSEDED'],
  ['open', 'UNFINISHED'],
])

/** Resolves `Mutation.completePaymentMethodSetup`. */
export const completePaymentMethodSetup: NonNullable<MutationResolvers['completePaymentMethodSetup']> = async (
  _root,
  { input: { setup } },
  { viewer, payments },
) => {
  if (!viewer) throw unauthenticated()
  const completed = await payments.completeSetup(setup)
  if ('outcome' in completed) {
    return { __typename: 'CompletePaymentMethodSetupSuccess', outcome: outcomes.get(completed.outcome) ?? null }
  }
  return completed.refusal === 'providerUnavailable' ? providerUnavailable : setupNotFound
}
