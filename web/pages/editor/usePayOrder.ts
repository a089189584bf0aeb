import { graphql } from 'react-relay/hooks'
import type { DemoPayment, usePayOrderMutation } from '../../__generated__/usePayOrderMutation.graphql.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'

const mutation = graphql`
  mutation usePayOrderMutation($input: PayOrderInput!) {
    payOrder(input: $input) {
      __typename
      ... on PayOrderSuccess {
        order {
          id
          payment
          status
        }
      }
      ... on PaymentNotPossible {
        order {
          id
          payment
          status
        }
      }
      ... on OrderNotFound {
        __typename
      }
    }
  }
`

/** The state of an order after a payment. `settled`: it needs no payment any more, because it is paid or cancelled. */
type PaymentResult = 'settled' | 'FAILED' | 'PENDING' | 'unknown'

const afterPayment = { SUCCEEDS: 'settled', FAILS: 'FAILED', PENDING: 'PENDING' } as const

/** Pays an order with the demo payment. The second value is true while it runs. */
export function usePayOrder(): readonly [
  (orderId: string, payment: keyof typeof afterPayment & DemoPayment) => Promise<PaymentResult>,
  boolean,
] {
  const [run, isRunning] = useAppMutation<usePayOrderMutation>(mutation)
  const pay = async (orderId: string, payment: keyof typeof afterPayment): Promise<PaymentResult> => {
    const outcome = await run({ variables: { input: { orderId, payment } } })
    if (outcome.kind === 'failed') return 'unknown'
    const result = outcome.response.payOrder
    if (result.__typename === 'PaymentNotPossible') return 'settled'
    return result.__typename === 'PayOrderSuccess' ? afterPayment[payment] : 'unknown'
  }
  return [pay, isRunning]
}
