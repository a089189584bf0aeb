import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { OrderSummary_order$key } from '../../../__generated__/OrderSummary_order.graphql.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { isDelivered } from '../../../shared/orders/isDelivered.ts'
import { OrderStatus } from '../../../shared/orders/OrderStatus.tsx'
import { useOrderDates } from '../../../shared/orders/useOrderDates.ts'
import { OrderLink } from '../../../shared/storage/OrderLink.tsx'
import { actionLink } from '../../../ui/actionLink.ts'
import { AddressClock } from './address/AddressClock.tsx'
import { Notice } from '../../../shared/Notice.tsx'
import styles from './OrderSummary.module.css'

const fragment = graphql`
  fragment OrderSummary_order on Order {
    placedAt
    status
    payment
    isBlocked
    shipments {
      status
    }
    ...OrderStatus_order
    ...AddressClock_order
  }
`

export interface OrderSummaryProps {
  readonly order: OrderSummary_order$key
  readonly onRefresh: () => void
}

/** The state of the order, what it means, and until when the address can be changed. */
export function OrderSummary({ order: key, onRefresh }: OrderSummaryProps) {
  const order = useFragment(fragment, key)
  const { moment } = useOrderDates()
  const { status, payment, isBlocked, shipments } = order
  const isKnown = status && status !== '%future added value'
  // The specification has no status for a delivered order: the order stays "sent".
  const headline = isDelivered(status, shipments) ? 'DELIVERED' : status
  return (
    <div className={styles.summary}>
      <div className={styles.facts}>
        <OrderStatus order={order} />
        <p className={styles.placed}>
          <FormattedMessage id="order.placedAt" values={{ date: moment(order.placedAt) }} />
        </p>
      </div>
      {/* Screen readers announce a state that changes while the page is open. */}
      <output className={styles.headline}>
        {isKnown && payment !== 'FAILED' && <FormattedMessage id={`order.headline.${headline}`} />}
      </output>
      {isBlocked && <OrderBlocked />}
      {payment === 'FAILED' && status !== 'CANCELLED' && <PaymentFailed />}
      <AddressClock order={order} onOver={onRefresh} />
    </div>
  )
}

/** Says that the retailer has blocked the order, for example because of its pictures. */
function OrderBlocked() {
  const { links } = useSession().config
  return (
    <Notice tone="danger" title={<FormattedMessage id="order.blocked" />}>
      <p>
        <FormattedMessage id="order.blockedText" />{' '}
        <a href={links.customerCare}>
          <FormattedMessage id="order.contact" />
        </a>
      </p>
    </Notice>
  )
}

function PaymentFailed() {
  const { links } = useSession().config
  return (
    <Notice tone="danger" title={<FormattedMessage id="order.payment.failed" />}>
      <p>
        <FormattedMessage id="order.payment.failedText" />
      </p>
      <p className={styles.actions}>
        <OrderLink variant="primary" size="small" />
        <a href={links.customerCare} className={actionLink}>
          <FormattedMessage id="order.contact" />
        </a>
      </p>
    </Notice>
  )
}
