import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import { useLoaderData } from 'react-router-dom'
import type { OrderPageQuery } from '../../../__generated__/OrderPageQuery.graphql.ts'
import { type LoadedQuery, useLoadedQuery } from '../../../relay/useLoadedQuery.ts'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { useOrderChange } from '../../../shared/orders/OrderEvents.ts'
import { BackLink } from '../../../shared/page/BackLink.tsx'
import { ordersPath } from '../../../shared/paths.ts'
import { QuerySection } from '../../../shared/QuerySection.tsx'
import { usePageTitle } from '../../../shared/usePageTitle.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import type { LoadedOrder } from './loadOrder.ts'
import { OrderFailure } from './OrderFailure.tsx'
import { OrderInvoices } from './OrderInvoices.tsx'
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
  // The route's loader returns this type; the router does not know it.
  const loaded = useLoaderData<LoadedOrder>()
  const page = useLoadedQuery<OrderPageQuery>(query, loaded.page)
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
        <Content page={page} invoices={loaded.invoices && <OrderInvoices loaded={loaded.invoices} />} />
      </QuerySection>
    </article>
  )
}

const framed = (failure: ReactNode) => <OrderFailure>{failure}</OrderFailure>

interface ContentProps {
  readonly page: LoadedQuery<OrderPageQuery>
  readonly invoices: ReactNode
}

function Content({ page, invoices }: ContentProps) {
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
  return <OrderView order={order} invoices={invoices} onRefresh={() => page.refresh()} onRetry={page.retry} />
}
