import { unauthenticated } from '../../../errors/codes.ts'
import { recentSignInRequired } from '../../../errors/recentSignIn.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { instantOf } from '../../../instants.ts'
import { providerUnavailable } from '../refusals.ts'
import { businessAccountBlocked } from '../../shared/customerRefusals.ts'

/** Resolves `Mutation.startPaymentMethodSetup`. */
export const startPaymentMethodSetup: NonNullable<MutationResolvers['startPaymentMethodSetup']> = async (
  _root,
  { input: { locale } },
  { viewer, payments, now },
) => {
  if (!viewer) throw unauthenticated()
  const started = await payments.startSetup(locale)
  if ('pageUrl' in started) return { __typename: 'StartPaymentMethodSetupSuccess', pageUrl: started.pageUrl }
  switch (started.refusal) {
    case 'signInAgain':
      return recentSignInRequired
    case 'blocked':
      return businessAccountBlocked
    case 'providerUnavailable':
      return providerUnavailable
    case 'tooMany':
      return {
        __typename: 'TooManyPaymentMethodSetups',
        code: 'TOO_MANY_PAYMENT_METHOD_SETUPS',
        message: 'The customer has started too many setups of payment methods.',
        retryAt: started.retryAfter === undefined ? null : instantOf(now() + started.retryAfter * 1_000),
      }
    case 'notAllowed':
    case 'notFound':
      return {
        __typename: 'PaymentMethodNotAllowed',
        code: 'PAYMENT_METHOD_NOT_ALLOWED',
        message: 'The brand does not allow this customer to store payment methods.',
      }
  }
}
