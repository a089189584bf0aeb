import { clientQuery } from './clientDocuments.ts'
import { openedCode } from './orderData.ts'
import type { MeasuredQuery } from './queries.ts'

/** The page size of our client. */
export const ordersPerPage = 10

/** The queries of the pages of orders, as our client sends them. The floor answers them in `orderFloor.ts`. */
export function orderQueries(): readonly MeasuredQuery[] {
  const code = openedCode()
  return [
    ordersQuery(ordersPerPage),
    {
      name: 'order',
      title: 'order details',
      aim: 1.5,
      document: clientQuery('OrderPageQuery'),
      isPersisted: true,
      hasPeers: false,
      variables: () => ({ code }),
      floorBody: { code },
    },
  ]
}

/**
 * The query of the list of orders, with this page size.
 * @throws Error when the page size of our client has changed
 */
export function ordersQuery(first: number): MeasuredQuery {
  const written = `first: ${ordersPerPage})`
  const text = clientQuery('OrdersPageQuery')
  if (!text.includes(written)) throw new Error(`The query of the list of orders no longer has "${written}".`)
  return {
    name: 'orders',
    title: `page of ${first} orders`,
    aim: 1.5,
    document: text.replace(written, `first: ${first})`),
    isPersisted: true,
    hasPeers: false,
    variables: () => ({ list: 'IN_PROGRESS', search: null, year: null, skip: 0 }),
    floorBody: { first },
  }
}
