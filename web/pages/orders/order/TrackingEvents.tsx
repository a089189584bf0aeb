import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { TrackingEvents_shipment$key } from '../../../__generated__/TrackingEvents_shipment.graphql.ts'
import { useOrderDates } from '../../../shared/orders/useOrderDates.ts'
import styles from './TrackingEvents.module.css'

const fragment = graphql`
  fragment TrackingEvents_shipment on Shipment {
    events {
      at
      status
      place
    }
  }
`

/** What the carrier has reported about a parcel, newest first. Renders nothing without reports. */
export function TrackingEvents({ shipment }: { readonly shipment: TrackingEvents_shipment$key }) {
  const { events } = useFragment(fragment, shipment)
  const { moment } = useOrderDates()
  if (events.length === 0) return null
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>
        <FormattedMessage id="parcel.events" values={{ count: events.length }} />
      </summary>
      <ol className={styles.events}>
        {events.toReversed().map(({ at, status, place }, index) => (
          // A carrier can report two equal events.
          <li key={`${index} ${at} ${status}`} className={styles.event}>
            <span>
              {status !== '%future added value' && <FormattedMessage id={`shipment.status.${status}`} />}
              {place && ` · ${place}`}
            </span>
            <time dateTime={at} className={styles.time}>
              {moment(at)}
            </time>
          </li>
        ))}
      </ol>
    </details>
  )
}
