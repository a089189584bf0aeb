import { type PreloadedQuery, loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import invoicesQuery, { type OrderInvoicesQuery } from '../../../__generated__/OrderInvoicesQuery.graphql.ts'
import query, { type OrderPageQuery } from '../../../__generated__/OrderPageQuery.graphql.ts'
import type { Session } from '../../../app/Session.ts'

/** The queries of the page of an order, as its route has started them. */
export interface LoadedOrder {
  readonly page: PreloadedQuery<OrderPageQuery>
  /** Null for a private account, which has no invoices. */
  readonly invoices: PreloadedQuery<OrderInvoicesQuery> | null
}

/** Starts the queries of the order whose code is in the URL. */
export function loadOrder({ environment, signIn }: Session, { params }: LoaderFunctionArgs): LoadedOrder {
  const variables = { code: params['orderCode'] ?? '' }
  const options = { fetchPolicy: 'store-and-network' } as const
  const page = loadQuery<OrderPageQuery>(environment, query, variables, options)
  const isBusiness = signIn.session()?.kind === 'business'
  const invoices = isBusiness ? loadQuery<OrderInvoicesQuery>(environment, invoicesQuery, variables, options) : null
  return { page, invoices }
}
