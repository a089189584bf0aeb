import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { OrderDelivery_order$key } from '../../../__generated__/OrderDelivery_order.graphql.ts'
import { DeliveryDates } from './DeliveryDates.tsx'
import styles from './OrderDelivery.module.css'
import { ParcelListItem } from './ParcelListItem.tsx'
import { Section } from '../../../shared/Section.tsx'

const fragment = graphql`
  fragment OrderDelivery_order on Order {
    status
    promisedDelivery {
      __typename
    }
    expectedDelivery {
      __typename
    }
    shipments {
      id
      ...ParcelListItem_shipment
    }
    ...DeliveryDates_order
  }
`

/** Shows when the order arrives, and lists its parcels. Renders nothing while neither is known. */
export function OrderDelivery({ order: key }: { readonly order: OrderDelivery_order$key }) {
  const order = useFragment(fragment, key)
  const parcels = order.shipments ?? []
  // An order stays in production until its last parcel is sent.
  const isComplete = order.status !== 'IN_PRODUCTION'
  const hasDates = order.status !== 'CANCELLED' && (order.expectedDelivery ?? order.promisedDelivery)
  if (parcels.length === 0 && !hasDates) return null
  return (
    <Section title={<FormattedMessage id="order.delivery" />}>
      <DeliveryDates order={order} />
      {parcels.length > 0 && (
        <ul className={styles.parcels}>
          {parcels.map((parcel) => (
            <ParcelListItem key={parcel.id} shipment={parcel} count={isComplete ? parcels.length : null} />
          ))}
        </ul>
      )}
      {parcels.length > 0 && !isComplete && (
        <p className={styles.rest}>
          <FormattedMessage id="parcel.restFollows" />
        </p>
      )}
    </Section>
  )
}
