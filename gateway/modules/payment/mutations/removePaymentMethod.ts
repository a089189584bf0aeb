import { unauthenticated } from '../../../errors/codes.ts'
import { verifyIfLost } from '../../../errors/lostAnswers.ts'
import { recentSignInRequired } from '../../../errors/recentSignIn.ts'
import { keyOf } from '../../../relay/globalId.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import type { PaymentsClient } from '../../../upstream/payments/paymentsClient.ts'
import { methodNotFound } from '../refusals.ts'
import { businessAccountBlocked } from '../../shared/customerRefusals.ts'

/** Resolves `Mutation.removePaymentMethod`. */
export const removePaymentMethod: NonNullable<MutationResolvers['removePaymentMethod']> = async (
  _root,
  { input },
  { viewer, payments },
) => {
  if (!viewer) throw unauthenticated()
  const id = keyOf('PaymentMethod', input.paymentMethodId)
  if (id === null) return methodNotFound
  const removed = await verifyIfLost(payments.remove(id), () => removalOf(payments, id))
  if ('outcome' in removed) {
    return {
      __typename: 'RemovePaymentMethodSuccess',
      removedPaymentMethodId: input.paymentMethodId,
      isConfirmed: removed.outcome === 'removed',
    }
  }
  if (removed.refusal === 'signInAgain') return recentSignInRequired
  return removed.refusal === 'blocked' ? businessAccountBlocked : methodNotFound
}

/** What the lost response would have been. Undefined when the method is still stored. */
async function removalOf(payments: PaymentsClient, id: string): Promise<{ readonly outcome: string } | undefined> {
  const read = await payments.read()
  if (read?.method?.id === id) return undefined
  return { outcome: read?.removing.some((method) => method.id === id) ? 'removing' : 'removed' }
}
