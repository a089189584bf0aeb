import { graphql } from 'react-relay/hooks'
import type { useChangeDeliveryAddressMutation } from '../../../../__generated__/useChangeDeliveryAddressMutation.graphql.ts'
import { unknownResult } from '../../../../relay/unknownResult.ts'
import { useAppMutation } from '../../../../relay/useAppMutation.ts'
import type { CleanAddress } from '../../../../../schema/rules/postalAddress.ts'
import type { FieldProblem } from '../../../../shared/address/formProblems.ts'
import { readAddress } from '../../../../shared/address/readAddress.ts'
import { refusedFields } from '../../../../shared/address/refusedFields.ts'
import { type AddressVersion, addressVersion } from './addressVersion.ts'

const mutation = graphql`
  mutation useChangeDeliveryAddressMutation($input: ChangeDeliveryAddressInput!) {
    changeDeliveryAddress(input: $input) {
      __typename
      ... on ChangeDeliveryAddressSuccess {
        order {
          ...DeliveryAddress_order
          ...OrderTimeline_order
        }
      }
      ... on InvalidAddress {
        fields {
          field
          problem
        }
      }
      ... on AddressChangeClosed {
        order {
          ...DeliveryAddress_order
          ...AddressClock_order
        }
      }
      ... on DeliveryPriceChanges {
        order {
          ...DeliveryAddress_order
        }
      }
      ... on OrderChangedMeanwhile {
        order {
          version
          deliveryAddress {
            ...readAddress_address
          }
          ...DeliveryAddress_order
          ...OrderTimeline_order
        }
      }
      ... on OrderNotFound {
        __typename
      }
    }
  }
`

/** Why an address was not changed. */
export type AddressRefusal =
  | { readonly kind: 'invalid'; readonly fields: readonly FieldProblem[] }
  | { readonly kind: 'closed' }
  | { readonly kind: 'priceChanges' }
  /** The order as it is now: somebody has changed it since the customer saw it. */
  | { readonly kind: 'changedMeanwhile'; readonly current: AddressVersion }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly correlationId: string }

export type AddressOutcome =
  | { readonly kind: 'changed' }
  /** There was no answer, so it is unknown whether the address was changed. Repeating the request is safe. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'refused'; readonly refusal: AddressRefusal }

/** Changes the address of an order, if the order still has the version that the customer saw. */
export function useChangeDeliveryAddress(): (
  orderId: string,
  version: string | null,
  address: CleanAddress,
) => Promise<AddressOutcome> {
  const [run] = useAppMutation<useChangeDeliveryAddressMutation>(mutation)
  return async (orderId, version, { country, street, city, ...rest }) => {
    // The form checks that country, street and city are not empty.
    const address = { ...rest, country: country ?? '', street: street ?? '', city: city ?? '' }
    const outcome = await run({ variables: { input: { orderId, version, address } } })
    if (outcome.kind === 'failed') {
      const { failure, correlationId } = outcome.error
      const isLost = failure === 'offline' || failure === 'timeout'
      return isLost ? { kind: 'lost' } : { kind: 'refused', refusal: { kind: 'failed', correlationId } }
    }
    return outcomeOf(outcome.response.changeDeliveryAddress)
  }
}

type Result = useChangeDeliveryAddressMutation['response']['changeDeliveryAddress']

function refused(refusal: AddressRefusal): AddressOutcome {
  return { kind: 'refused', refusal }
}

function outcomeOf(result: Result): AddressOutcome {
  switch (result.__typename) {
    case 'ChangeDeliveryAddressSuccess':
      return { kind: 'changed' }
    case 'InvalidAddress': {
      const fields = refusedFields(result.fields)
      return refused(fields.length > 0 ? { kind: 'invalid', fields } : { kind: 'failed', correlationId: '' })
    }
    case 'AddressChangeClosed':
      return refused({ kind: 'closed' })
    case 'DeliveryPriceChanges':
      return refused({ kind: 'priceChanges' })
    case 'OrderChangedMeanwhile': {
      const { version, deliveryAddress } = result.order
      return refused({
        kind: 'changedMeanwhile',
        current: addressVersion(version, deliveryAddress ? readAddress(deliveryAddress) : null),
      })
    }
    case 'OrderNotFound':
      return refused({ kind: 'missing' })
    case '%other':
    default:
      return refused({ ...unknownResult(result), correlationId: '' })
  }
}
