import { loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import query, { type AddressPageQuery } from '../../__generated__/AddressPageQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'

/** Starts the query of the address whose id is in the path. */
export function loadAddress({ environment }: Session, { params }: LoaderFunctionArgs) {
  const id = params['addressId'] ?? ''
  return loadQuery<AddressPageQuery>(environment, query, { id }, { fetchPolicy: 'store-and-network' })
}
