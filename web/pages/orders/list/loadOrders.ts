import { loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import query, { type OrdersPageQuery } from '../../../__generated__/OrdersPageQuery.graphql.ts'
import type { Session } from '../../../app/Session.ts'
import { ordersVariables, readOrdersAddress } from './ordersAddress.ts'

/** Starts the query of the page of orders that the address names. */
export function loadOrders({ environment }: Session, { request }: LoaderFunctionArgs) {
  const variables = ordersVariables(readOrdersAddress(new URL(request.url).search))
  return loadQuery<OrdersPageQuery>(environment, query, variables, { fetchPolicy: 'store-and-network' })
}
