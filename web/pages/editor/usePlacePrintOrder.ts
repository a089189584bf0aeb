import { graphql } from 'react-relay/hooks'
import type {
  DemoPayment,
  PaymentState,
  PlacePrintOrderInput,
  usePlacePrintOrderMutation,
} from '../../__generated__/usePlacePrintOrderMutation.graphql.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'
import { unknownResult } from '../../relay/unknownResult.ts'
import type { FieldProblem } from '../../shared/address/formProblems.ts'
import { refusedFields } from '../../shared/address/refusedFields.ts'
import type { UnpaidOrder } from './draft.ts'

const mutation = graphql`
  mutation usePlacePrintOrderMutation($input: PlacePrintOrderInput!) {
    placePrintOrder(input: $input) {
      __typename
      ... on PlacePrintOrderSuccess {
        orderId
        orderCode
        order {
          payment
        }
      }
      ... on PrintQuoteChanged {
        missingPhotoIds
      }
      ... on InvalidAddress {
        fields {
          field
          problem
        }
      }
      ... on PrintBasketOrdered {
        orderId
        orderCode
        order {
          payment
        }
      }
    }
  }
`

/** The result of placing an order. */
export type PlacedOrder =
  | { readonly kind: 'paid'; readonly code: string }
  | { readonly kind: 'unpaid'; readonly order: UnpaidOrder }
  /** No new order was placed: another tab, or this draft with other content, had already placed the order `code`. */
  | { readonly kind: 'orderedBefore'; readonly code: string; readonly unpaid: UnpaidOrder | null }
  | { readonly kind: 'changed'; readonly missingPhotoIds: readonly string[] }
  | { readonly kind: 'invalidAddress'; readonly fields: readonly FieldProblem[] }
  | { readonly kind: 'failed' }

/** Places an order of prints. Repeating it with the same input is safe. The second value is true while it runs. */
export function usePlacePrintOrder(): readonly [(input: PlacePrintOrderInput) => Promise<PlacedOrder>, boolean] {
  const [run, isRunning] = useAppMutation<usePlacePrintOrderMutation>(mutation)
  const place = async (input: PlacePrintOrderInput): Promise<PlacedOrder> => {
    const outcome = await run({ variables: { input } })
    if (outcome.kind === 'failed') return { kind: 'failed' }
    const result = outcome.response.placePrintOrder
    switch (result.__typename) {
      case 'PlacePrintOrderSuccess': {
        const unpaid = unpaidOrder(result, result.order?.payment ?? paymentAfter[input.payment])
        return unpaid ? { kind: 'unpaid', order: unpaid } : { kind: 'paid', code: result.orderCode }
      }
      case 'PrintQuoteChanged':
        return { kind: 'changed', missingPhotoIds: result.missingPhotoIds }
      case 'PrintBasketOrdered':
        return { kind: 'orderedBefore', code: result.orderCode, unpaid: unpaidOrder(result, result.order?.payment) }
      case 'InvalidAddress':
        return { kind: 'invalidAddress', fields: refusedFields(result.fields) }
      case '%other':
      default:
        return unknownResult(result)
    }
  }
  return [place, isRunning]
}

/** The order that still needs a payment; null if it is paid, or if its payment state is unknown. */
function unpaidOrder(
  { orderId: id, orderCode: code }: { readonly orderId: string; readonly orderCode: string },
  payment: PaymentState | null | undefined,
): UnpaidOrder | null {
  return payment === 'FAILED' || payment === 'PENDING' ? { id, code, payment } : null
}

/** The payment state of a new order after each demo payment. Used if the order could not be read. */
const paymentAfter: Readonly<Partial<Record<DemoPayment, PaymentState>>> = {
  SUCCEEDS: 'SUCCEEDED',
  FAILS: 'FAILED',
  PENDING: 'PENDING',
}
