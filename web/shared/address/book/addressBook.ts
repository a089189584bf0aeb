import { graphql } from 'react-relay/hooks'
import type { TypedAddress } from '../../../../schema/rules/postalAddress.ts'
import type { addressBookQuery } from '../../../__generated__/addressBookQuery.graphql.ts'
import { readAddress } from '../readAddress.ts'

/** The first 50 addresses: our own service keeps no more. */
export const query = graphql`
  query addressBookQuery {
    viewer {
      customer {
        addresses(first: 50) {
          edges {
            node {
              id
              isDefault
              postal {
                ...readAddress_address
              }
            }
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    }
  }
`

/** An address of the customer's address book. */
export interface SavedAddress {
  readonly id: string
  readonly isDefault: boolean
  readonly address: TypedAddress
}

/** What a form can use of the address book. */
export interface AddressBook {
  /** The addresses in the countries of the form, the default one first. */
  readonly addresses: readonly SavedAddress[]
  /** The countries of the other addresses, as ISO 3166-1 alpha-2 codes, each once. */
  readonly otherCountries: readonly string[]
  /** True if the address book has more addresses than were loaded. */
  readonly hasMore: boolean
}

/**
 * Reads the address book from an answer.
 * @param countries the countries of the form, as ISO 3166-1 alpha-2 codes
 */
export function readAddressBook({ viewer }: addressBookQuery['response'], countries: readonly string[]): AddressBook {
  const connection = viewer?.customer?.addresses
  // The node of an address that was just deleted is null, although the schema says otherwise.
  const nodes = connection?.edges.flatMap(({ node }) => node ?? []) ?? []
  const saved = nodes.map(({ id, isDefault, postal }) => ({ id, isDefault, address: readAddress(postal) }))
  const isPossible = ({ address }: SavedAddress) => countries.includes(address.country ?? '')
  const others = saved.filter((one) => !isPossible(one)).map(({ address }) => address.country ?? '')
  return {
    addresses: saved.filter(isPossible).toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault)),
    otherCountries: [...new Set(others)].filter(Boolean),
    hasMore: connection?.pageInfo.hasNextPage ?? false,
  }
}
