import { fetchQuery } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'
import type { TypedAddress } from '../../../../schema/rules/postalAddress.ts'
import type { addressBookQuery } from '../../../__generated__/addressBookQuery.graphql.ts'
import { query, readAddressBook } from './addressBook.ts'

/**
 * Asks for the default address of the address book, once. After a failure, `found` is not called: the customer can
 * still type.
 * @param countries the countries of the form, as ISO 3166-1 alpha-2 codes
 * @param found called if there is a default address, and it is in one of the countries
 * @returns a function that cancels the request
 */
export function loadDefaultAddress(
  environment: IEnvironment,
  countries: readonly string[],
  found: (address: TypedAddress) => void,
): () => void {
  const config = { networkCacheConfig: { force: true, metadata: { isWhole: true } } }
  const asked = fetchQuery<addressBookQuery>(environment, query, {}, config).subscribe({
    next: (answer) => {
      const book = readAddressBook(answer, countries)
      const saved = book.addresses.find(({ isDefault }) => isDefault)
      if (saved) found(saved.address)
    },
    error: () => undefined,
  })
  return () => asked.unsubscribe()
}
