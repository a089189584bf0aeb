import { loadQuery } from 'react-relay/hooks'
import query, { type NewAddressPageQuery } from '../../__generated__/NewAddressPageQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'

/** Starts the query of the page for a new address. */
export function loadNewAddress({ environment }: Session) {
  return loadQuery<NewAddressPageQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' })
}
