import { graphql } from 'react-relay/hooks'
import type { removeMethodMutation } from '../../__generated__/removeMethodMutation.graphql.ts'
import type { Session } from '../../app/Session.ts'
import { signInAgain } from '../../auth/signInAgain.ts'
import { unknownResult } from '../../relay/unknownResult.ts'
import { runMutation } from '../../relay/useAppMutation.ts'

const mutation = graphql`
  mutation removeMethodMutation($input: RemovePaymentMethodInput!) {
    removePaymentMethod(input: $input) {
      __typename
      ... on RemovePaymentMethodSuccess {
        removedPaymentMethodId @deleteRecord
        isConfirmed
      }
      ... on PaymentMethodNotFound {
        __typename
      }
      ... on RecentSignInRequired {
        __typename
      }
      ... on BusinessAccountBlocked {
        __typename
      }
    }
  }
`

/**
 * `removed`: the payment provider has removed it, too. `removing`: the service asks the provider again until it
 * confirms.
 */
export type Removal = 'removed' | 'removing' | 'blocked' | 'failed'

/**
 * Removes a payment method. A method that no longer exists counts as removed. If the sign-in is not recent, leaves the
 * page so that the customer signs in again.
 */
export async function removeMethod({ environment, signIn }: Session, paymentMethodId: string): Promise<Removal> {
  const variables = { input: { paymentMethodId } }
  const outcome = await runMutation<removeMethodMutation>(environment, mutation, { variables })
  if (outcome.kind === 'failed') return 'failed'
  const result = outcome.response.removePaymentMethod
  switch (result.__typename) {
    case 'RemovePaymentMethodSuccess':
      return result.isConfirmed ? 'removed' : 'removing'
    case 'PaymentMethodNotFound':
      return 'removed'
    case 'RecentSignInRequired':
      return signInAgain(signIn, { action: 'remove' }).catch(() => 'failed' as const)
    case 'BusinessAccountBlocked':
      return 'blocked'
    case '%other':
    default:
      return unknownResult(result).kind
  }
}
