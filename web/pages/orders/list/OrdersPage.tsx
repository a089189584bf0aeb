import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import { useLocation } from 'react-router-dom'
import type { OrdersPageQuery } from '../../../__generated__/OrdersPageQuery.graphql.ts'
import type { LoadedQuery } from '../../../relay/useLoadedQuery.ts'
import { useOrderChange } from '../../../shared/orders/OrderEvents.ts'
import { PageFrame } from '../../../shared/page/PageFrame.tsx'
import { useRouteQuery } from '../../../shared/page/useRouteQuery.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { type OrdersAddress, readOrdersAddress } from './ordersAddress.ts'
import { OrdersFilter } from './OrdersFilter.tsx'
import { OrdersList } from './OrdersList.tsx'
import { OrdersSkeleton } from './OrdersSkeleton.tsx'
import { OrdersTabs } from './OrdersTabs.tsx'

const query = graphql`
  query OrdersPageQuery($list: OrderList!, $search: String, $year: Int, $skip: Int!) {
    viewer {
      orders(list: $list, search: $search, year: $year, skip: $skip, first: 10) {
        ...OrdersList_orders
      }
    }
  }
`

/**
 * One page of the orders in progress, or of the earlier orders. Both lists can be searched; the earlier orders can also
 * be limited to a year.
 */
export function OrdersPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<OrdersPageQuery>(query)
  const address = readOrdersAddress(useLocation().search)
  return (
    <PageFrame
      query={page}
      back="menu"
      tools={
        <>
          <OrdersTabs address={address} />
          <OrdersFilter address={address} />
        </>
      }
      failure={formatMessage({ id: 'orders.loadFailed' })}
      skeleton={<OrdersSkeleton />}
    >
      <Orders page={page} address={address} />
    </PageFrame>
  )
}

interface OrdersProps {
  readonly page: LoadedQuery<OrdersPageQuery>
  readonly address: OrdersAddress
}

function Orders({ page, address }: OrdersProps) {
  const { formatMessage } = useIntl()
  const { viewer } = usePreloadedQuery<OrdersPageQuery>(query, page.reference)
  useOrderChange(() => page.refresh())
  if (!viewer?.orders) return <ErrorState message={formatMessage({ id: 'orders.loadFailed' })} onRetry={page.retry} />
  return <OrdersList orders={viewer.orders} address={address} onRetry={page.retry} />
}
