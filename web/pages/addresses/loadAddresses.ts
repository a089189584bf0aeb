import { loadQuery } from 'react-relay/hooks'
import query, { type AddressesPageQuery } from '../../__generated__/AddressesPageQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'

/** Starts the query of the address book. */
export function loadAddresses({ environment }: Session) {
  return loadQuery<AddressesPageQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' })
}
