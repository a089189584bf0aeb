import { graphql } from 'react-relay/hooks'
import type { addressVersion_address$data } from '../../../../__generated__/addressVersion_address.graphql.ts'
import { addressFields, type TypedAddress } from '../../../../../schema/rules/postalAddress.ts'

/** All fields of an address. It is read unmasked: the address that the customer saw is compared with the current one. */
export const addressFragment = graphql`
  fragment addressVersion_address on PostalAddress {
    name
    organization
    street
    houseNumber
    addition
    postalCode
    city
    region
    country
    phone
  }
`

export type ShownAddress = Omit<addressVersion_address$data, ' $fragmentType'>

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
