import type { DeliveryAddress_order$data } from '../../../../__generated__/DeliveryAddress_order.graphql.ts'
import { addressFields, type TypedAddress } from '../../../../../schema/rules/postalAddress.ts'

type ShownAddress = NonNullable<DeliveryAddress_order$data['deliveryAddress']>

/** An address of an order, and the version of the order that had it. */
export interface AddressVersion {
  /** Null when the service has no versions. */
  readonly version: string | null
  readonly address: ShownAddress | null
}

/** Whether two addresses are the same. */
export function isSameAddress(one: TypedAddress | null, other: TypedAddress | null): boolean {
  return addressFields.every((field) => (one?.[field] ?? null) === (other?.[field] ?? null))
}
