import { graphql } from 'react-relay/hooks'
import type {
  AddressFieldName,
  DemoPayment,
  PaymentState,
  PlacePrintOrderInput,
  usePlacePrintOrderMutation,
} from '../../__generated__/usePlacePrintOrderMutation.graphql.ts'
import type { AddressField } from '../../../schema/rules/postalAddress.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'
import { unknownResult } from '../../relay/unknownResult.ts'
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
        }
      }
      ... on PrintBasketOrdered {
        __typename
      }
    }
  }
`

/** What became of an order. */
export type PlacedOrder =
  | { readonly kind: 'paid'; readonly code: string }
  | { readonly kind: 'unpaid'; readonly order: UnpaidOrder }
  | { readonly kind: 'changed'; readonly missingPhotoIds: readonly string[] }
  | { readonly kind: 'orderedBefore' }
  | { readonly kind: 'invalidAddress'; readonly fields: readonly AddressField[] }
  | { readonly kind: 'failed' }

const fieldNames: Readonly<Partial<Record<AddressFieldName, AddressField>>> = {
  NAME: 'name',
  ORGANIZATION: 'organization',
  STREET: 'street',
  HOUSE_NUMBER: 'houseNumber',
  ADDITION: 'addition',
  POSTAL_CODE: 'postalCode',
  CITY: 'city',
  REGION: 'region',
  COUNTRY: 'country',
  PHONE: 'phone',
}

/** Places an order of prints. Repeating it with the same input is safe. The second value is true while it runs. */
export function usePlacePrintOrder(): readonly [(input: PlacePrintOrderInput) => Promise<PlacedOrder>, boolean] {
  const [run, isRunning] = useAppMutation<usePlacePrintOrderMutation>(mutation)
  const place = async (input: PlacePrintOrderInput): Promise<PlacedOrder> => {
    const outcome = await run({ variables: { input } })
    if (outcome.kind === 'failed') return { kind: 'failed' }
    const result = outcome.response.placePrintOrder
    switch (result.__typename) {
      case 'PlacePrintOrderSuccess': {
        const { orderId: id, orderCode: code, order } = result
        const payment = order?.payment ?? paymentAfter[input.payment]
        if (payment === 'FAILED' || payment === 'PENDING') return { kind: 'unpaid', order: { id, code, payment } }
        return { kind: 'paid', code }
      }
      case 'PrintQuoteChanged':
        return { kind: 'changed', missingPhotoIds: result.missingPhotoIds }
      case 'PrintBasketOrdered':
        return { kind: 'orderedBefore' }
      case 'InvalidAddress':
        return { kind: 'invalidAddress', fields: result.fields.flatMap(({ field }) => fieldNames[field] ?? []) }
      default:
        return unknownResult(result)
    }
  }
  return [place, isRunning]
}

/** The state of a new order, if the order could not be read. */
const paymentAfter: Readonly<Partial<Record<DemoPayment, PaymentState>>> = {
  SUCCEEDS: 'SUCCEEDED',
  FAILS: 'FAILED',
  PENDING: 'PENDING',
}
