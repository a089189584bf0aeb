import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { useNextDate_order$key } from '../../__generated__/useNextDate_order.graphql.ts'
import { isDelivered } from './isDelivered.ts'
import { useOrderDates } from './useOrderDates.ts'

const fragment = graphql`
  fragment useNextDate_order on Order {
    status
    payment
    expectedDelivery {
      to
      ...useOrderDates_range
    }
    shipments {
      status
    }
  }
`

/** What the customer waits for, with its date. */
export interface NextDate {
  readonly text: string
  /** Whether the customer waits for something, has to do something, or the order has arrived. */
  readonly kind: 'waiting' | 'problem' | 'over'
}

/** The next date of an order; null when there is nothing to wait for, or nothing is known. */
export function useNextDate(key: useNextDate_order$key): NextDate | null {
  const { formatMessage } = useIntl()
  const { range } = useOrderDates()
  const { status, payment, expectedDelivery, shipments } = useFragment(fragment, key)
  if (status === 'CANCELLED') return null
  const next = (text: string, kind: NextDate['kind'] = 'waiting') => ({ text, kind })
  if (payment === 'FAILED') return next(formatMessage({ id: 'order.payment.failed' }), 'problem')
  if (status === 'AWAITING_PAYMENT') return next(formatMessage({ id: 'order.payment.pending' }))
  const states = shipments?.map((shipment) => shipment.status) ?? []
  const isSent = status === 'SENT' && states.length > 0
  if (isDelivered(status, shipments)) return next(formatMessage({ id: 'order.delivered' }), 'over')
  if (states.includes('READY_FOR_PICKUP')) return next(formatMessage({ id: 'shipment.status.READY_FOR_PICKUP' }))
  if (states.includes('OUT_FOR_DELIVERY')) return next(formatMessage({ id: 'shipment.status.OUT_FOR_DELIVERY' }))
  // Without tracking, the arrival of a parcel is never reported. So nothing is shown once the expected days are over.
  if (!expectedDelivery || (isSent && isPast(expectedDelivery.to))) return null
  return next(formatMessage({ id: 'order.expected' }, { days: range(expectedDelivery) }))
}

/** Whether a day, such as `2026-03-01`, is before today (UTC). */
export function isPast(day: string): boolean {
  return day < new Date().toISOString().slice(0, 10)
}
