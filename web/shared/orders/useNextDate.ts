import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { useNextDate_order$key } from '../../__generated__/useNextDate_order.graphql.ts'
import { useOrderDates } from './useOrderDates.ts'

const fragment = graphql`
  fragment useNextDate_order on Order {
    status
    payment
    deliveryType
    expectedDelivery {
      from
      to
    }
    shipments {
      status
    }
  }
`

/** What the customer waits for, with its date; null when there is nothing to wait for, or nothing is known. */
export function useNextDate(key: useNextDate_order$key): string | null {
  const { formatMessage } = useIntl()
  const { range } = useOrderDates()
  const { status, payment, expectedDelivery, shipments } = useFragment(fragment, key)
  if (status === 'CANCELLED') return null
  if (payment === 'FAILED') return formatMessage({ id: 'order.payment.failed' })
  if (status === 'AWAITING_PAYMENT') return formatMessage({ id: 'order.payment.pending' })
  const states = shipments?.map((shipment) => shipment.status) ?? []
  const isSent = status === 'SENT' && states.length > 0
  if (isSent && states.every((state) => state === 'DELIVERED')) return formatMessage({ id: 'order.delivered' })
  if (states.includes('READY_FOR_PICKUP')) return formatMessage({ id: 'shipment.status.READY_FOR_PICKUP' })
  if (states.includes('OUT_FOR_DELIVERY')) return formatMessage({ id: 'shipment.status.OUT_FOR_DELIVERY' })
  // Parcels without tracking never report their arrival.
  if (!expectedDelivery || (isSent && isPast(expectedDelivery.to))) return null
  return formatMessage({ id: 'order.expected' }, { days: range(expectedDelivery) })
}

function isPast(day: string): boolean {
  return day < new Date().toISOString().slice(0, 10)
}
