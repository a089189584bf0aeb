import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { OrderPageQuery } from '../../../__generated__/OrderPageQuery.graphql.ts'
import type { LoadedQuery } from '../../../relay/useLoadedQuery.ts'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { useOrderChange } from '../../../shared/orders/OrderEvents.ts'
import { BackLink } from '../../../shared/page/BackLink.tsx'
import { useRouteQuery } from '../../../shared/page/useRouteQuery.ts'
import { ordersPath } from '../../../shared/paths.ts'
import { QuerySection } from '../../../shared/QuerySection.tsx'
import { usePageTitle } from '../../../shared/usePageTitle.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { OrderFailure } from './OrderFailure.tsx'
import styles from './OrderPage.module.css'
import { OrderSkeleton } from './OrderSkeleton.tsx'
import { OrderView } from './OrderView.tsx'

const query = graphql`
  query OrderPageQuery($code: String!) {
    viewer {
      order(code: $code) {
        code
        ...OrderView_order
      }
    }
  }
`

/** An order: its state, its parcels, its address, and what was ordered. */
export function OrderPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<OrderPageQuery>(query)
  const { code } = page.loaded.variables
  const title = formatMessage({ id: 'order.title' }, { code: code.toUpperCase() })
  usePageTitle(title)
  return (
    <article className={styles.page}>
      <nav aria-label={formatMessage({ id: 'album.trail' })} className={styles.trail}>
        <BackLink to={ordersPath}>{formatMessage({ id: 'orders.title' })}</BackLink>
      </nav>
      <h1 className={styles.title}>{title}</h1>
      <QuerySection
        key={code}
        query={page}
        failure={formatMessage({ id: 'order.loadFailed' })}
        skeleton={<OrderSkeleton />}
        frame={framed}
      >
        <LoadedOrder page={page} />
      </QuerySection>
    </article>
  )
}

const framed = (failure: ReactNode) => <OrderFailure>{failure}</OrderFailure>

function LoadedOrder({ page }: { readonly page: LoadedQuery<OrderPageQuery> }) {
  const { formatMessage } = useIntl()
  const { viewer } = usePreloadedQuery<OrderPageQuery>(query, page.reference)
  const order = viewer?.order
  useOrderChange((changed) => {
    if (!changed || !order || changed.has(order.code)) page.refresh()
  })
  useMarkFirstView(true)
  if (!order) {
    return (
      <OrderFailure>
        <ErrorState message={formatMessage({ id: 'order.loadFailed' })} onRetry={page.retry} />
      </OrderFailure>
    )
  }
  return <OrderView order={order} onRefresh={() => page.refresh()} onRetry={page.retry} />
}
