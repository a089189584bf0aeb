import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import { Navigate, useLocation } from 'react-router-dom'
import type { OrdersList_orders$key } from '../../../__generated__/OrdersList_orders.graphql.ts'
import { carryAlongTo } from '../../../shared/carryAlong.ts'
import { PageLinks } from '../../../shared/page-links/PageLinks.tsx'
import { usePageFocus } from '../../../shared/page-links/usePageFocus.ts'
import { NoOrders, NoOrdersOnPage } from './NoOrders.tsx'
import { OrderListItem } from './OrderListItem.tsx'
import { type OrdersAddress, ordersPerPage, writeOrdersAddress } from './ordersAddress.ts'
import { OrdersFailure } from './OrdersFailure.tsx'
import styles from './OrdersList.module.css'

const fragment = graphql`
  fragment OrdersList_orders on OrderConnection {
    ...OrdersFailure_orders
    totalCount
    pageInfo {
      hasNextPage
    }
    edges {
      node {
        id
        ...OrderListItem_order
      }
    }
  }
`

export interface OrdersListProps {
  readonly orders: OrdersList_orders$key
  /** Which orders these are. */
  readonly address: OrdersAddress
  readonly onRetry: () => void
}

/** One page of the orders. An address beyond the last page leads to the last page. */
export function OrdersList({ orders: key, address, onRetry }: OrdersListProps) {
  const { search } = useLocation()
  const connection = useFragment(fragment, key)
  const { totalCount, pageInfo, edges } = connection
  const orders = edges.flatMap(({ node }) => node ?? [])
  const pages = typeof totalCount === 'number' ? Math.max(1, Math.ceil(totalCount / ordersPerPage)) : null
  if (orders.length === 0) {
    if (address.page === 1) return <NoOrders address={address} />
    if (pages === null || pages >= address.page) return <NoOrdersOnPage address={address} />
    const last = { search: writeOrdersAddress(search, { ...address, page: pages }) }
    return <Navigate replace to={carryAlongTo(last, search)} />
  }
  return (
    <>
      <OrdersFailure orders={connection} onRetry={onRetry} />
      <Count page={address.page} totalCount={totalCount ?? null} />
      <ul className={styles.list}>
        {orders.map((order) => (
          <OrderListItem key={order.id} order={order} />
        ))}
      </ul>
      <PageLinks
        addressOf={(page) => ({ search: writeOrdersAddress(search, { ...address, page }) })}
        page={address.page}
        // If the number of pages is unknown, link at most to the next page.
        pages={pages ?? address.page + (pageInfo.hasNextPage ? 1 : 0)}
      />
    </>
  )
}

interface CountProps {
  readonly page: number
  /** Null if it is unknown. */
  readonly totalCount: number | null
}

/** How many orders there are. Gets the focus when another page is shown, unless the tabs or the search have it. */
function Count({ page, totalCount }: CountProps) {
  return (
    <output ref={usePageFocus<HTMLOutputElement>(page)} tabIndex={-1} className={styles.count}>
      {totalCount !== null && <FormattedMessage id="orders.count" values={{ count: totalCount }} />}
    </output>
  )
}
