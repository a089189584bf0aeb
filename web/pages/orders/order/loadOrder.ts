import { loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import query, { type OrderPageQuery } from '../../../__generated__/OrderPageQuery.graphql.ts'
import type { Session } from '../../../app/Session.ts'

/** Starts the query of the order that the address names by its code. */
export function loadOrder({ environment }: Session, { params }: LoaderFunctionArgs) {
  const variables = { code: params['orderCode'] ?? '' }
  return loadQuery<OrderPageQuery>(environment, query, variables, { fetchPolicy: 'store-and-network' })
}
