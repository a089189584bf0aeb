import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { OrderView_order$key } from '../../../__generated__/OrderView_order.graphql.ts'
import { DeliveryAddress } from './address/DeliveryAddress.tsx'
import { OrderActions } from './OrderActions.tsx'
import { OrderDelivery } from './OrderDelivery.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderPartsFailure } from './OrderPartsFailure.tsx'
import { OrderPrices } from './OrderPrices.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import styles from './OrderView.module.css'

const fragment = graphql`
  fragment OrderView_order on Order {
    ...OrderPartsFailure_order
    ...OrderSummary_order
    ...OrderDelivery_order
    ...OrderLines_order
    ...OrderPrices_order
    ...DeliveryAddress_order
    ...OrderTimeline_order
    ...OrderActions_order
  }
`

export interface OrderViewProps {
  readonly order: OrderView_order$key
  /** The section of the invoices; null for a private account. */
  readonly invoices: ReactNode
  /** Fetches the order again. */
  readonly onRefresh: () => void
  /** Fetches the order again after a failure. */
  readonly onRetry: () => void
}

/** The content of the page: two columns on large screens. */
export function OrderView({ order: key, invoices, onRefresh, onRetry }: OrderViewProps) {
  const order = useFragment(fragment, key)
  return (
    <>
      <OrderPartsFailure order={order} onRetry={onRetry} />
      <OrderSummary order={order} onRefresh={onRefresh} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <OrderDelivery order={order} />
          <OrderLines order={order} />
          <OrderPrices order={order} />
          {invoices}
        </div>
        <div className={styles.column}>
          <DeliveryAddress order={order} />
          <OrderTimeline order={order} />
          <OrderActions order={order} />
        </div>
      </div>
    </>
  )
}
