import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { DeliveryDates_order$key } from '../../../__generated__/DeliveryDates_order.graphql.ts'
import { isDelivered } from '../../../shared/orders/isDelivered.ts'
import { isPast } from '../../../shared/orders/useNextDate.ts'
import { useOrderDates } from '../../../shared/orders/useOrderDates.ts'
import styles from './DeliveryDates.module.css'

const fragment = graphql`
  fragment DeliveryDates_order on Order {
    status
    shipments {
      status
    }
    promisedDelivery {
      to
      ...useOrderDates_range
    }
    expectedDelivery {
      to
      ...useOrderDates_range
    }
  }
`

/** The days of delivery; after a delay, also the days that were promised first. */
export function DeliveryDates({ order }: { readonly order: DeliveryDates_order$key }) {
  const { status, shipments, promisedDelivery: promised, expectedDelivery } = useFragment(fragment, order)
  const { range } = useOrderDates()
  const expected = expectedDelivery ?? promised
  // Without tracking, the arrival of a parcel is never reported. So nothing is shown once the expected days are over.
  const isOver = status === 'CANCELLED' || (status === 'SENT' && expected && isPast(expected.to))
  if (!expected || isDelivered(status, shipments) || isOver) return null
  const isDelayed = promised && promised.to < expected.to
  const days = <strong className={styles.days}>{range(expected)}</strong>
  return (
    <div className={styles.dates}>
      <p>
        <FormattedMessage id={isDelayed ? 'order.nowExpected' : 'order.expected'} values={{ days }} />
      </p>
      {isDelayed && (
        <p className={styles.promised}>
          <FormattedMessage id="order.promised" values={{ days: range(promised) }} />
        </p>
      )}
    </div>
  )
}
