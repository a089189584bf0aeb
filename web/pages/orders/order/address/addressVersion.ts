import { graphql, readInlineData } from 'react-relay/hooks'
import type { addressVersion_address$key } from '../../../../__generated__/addressVersion_address.graphql.ts'
import { addressFields, type TypedAddress } from '../../../../../schema/rules/postalAddress.ts'

const fragment = graphql`
  fragment addressVersion_address on PostalAddress @inline {
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

/** An address of an order, and the version of the order that had it. */
export interface AddressVersion {
  /** Null when the service has no versions. */
  readonly version: string | null
  readonly address: TypedAddress | null
}

/** The version of an order that a query or a mutation has read. */
export function addressVersion(
  version: string | null | undefined,
  address: addressVersion_address$key | null | undefined,
): AddressVersion {
  return { version: version ?? null, address: address ? readAddress(address) : null }
}

function readAddress(key: addressVersion_address$key): TypedAddress {
  const { name, organization, street, houseNumber, addition, postalCode, city, region, country, phone } =
    readInlineData(fragment, key)
  return { name, organization, street, houseNumber, addition, postalCode, city, region, country, phone }
}

/** Whether two addresses are the same. */
export function isSameAddress(one: TypedAddress | null, other: TypedAddress | null): boolean {
  return addressFields.every((field) => (one?.[field] ?? null) === (other?.[field] ?? null))
}
