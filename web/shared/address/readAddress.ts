import { graphql, readInlineData } from 'react-relay/hooks'
import { type TypedAddress, addressFields } from '../../../schema/rules/postalAddress.ts'
import type { readAddress_address$key } from '../../__generated__/readAddress_address.graphql.ts'

const fragment = graphql`
  fragment readAddress_address on PostalAddress @inline {
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

/** The address that a query or a mutation has read. */
export function readAddress(key: readAddress_address$key): TypedAddress {
  const { name, organization, street, houseNumber, addition, postalCode, city, region, country, phone } =
    readInlineData(fragment, key)
  return { name, organization, street, houseNumber, addition, postalCode, city, region, country, phone }
}

/** Whether two addresses are the same. */
export function isSameAddress(one: TypedAddress | null, other: TypedAddress | null): boolean {
  return addressFields.every((field) => (one?.[field] ?? null) === (other?.[field] ?? null))
}
