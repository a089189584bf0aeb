import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  ParcelListItem_shipment$data,
  ParcelListItem_shipment$key,
} from '../../../__generated__/ParcelListItem_shipment.graphql.ts'
import { LinePictures } from '../../../shared/orders/LinePictures.tsx'
import { useOrderDates } from '../../../shared/orders/useOrderDates.ts'
import { actionLink } from '../../../ui/actionLink.ts'
import { ExternalIcon } from '../../../ui/icons.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './ParcelListItem.module.css'
import { TrackingEvents } from './TrackingEvents.tsx'

const fragment = graphql`
  fragment ParcelListItem_shipment on Shipment {
    number
    status
    carrier
    trackingNumber
    trackingUrl
    dispatchedAt
    lines {
      quantity
      line {
        id
        title
        ...LinePictures_line
      }
    }
    ...TrackingEvents_shipment
  }
`

export interface ParcelListItemProps {
  readonly shipment: ParcelListItem_shipment$key
  /** How many parcels the order has; null while more will follow. */
  readonly count: number | null
}

function titleOf(count: number | null): string {
  if (count === null) return 'parcel.numbered'
  return count === 1 ? 'parcel.only' : 'parcel.title'
}

/** A parcel: where it is, how to follow it, and what is inside. */
export function ParcelListItem({ shipment: key, count }: ParcelListItemProps) {
  const parcel = useFragment(fragment, key)
  const { status, dispatchedAt } = parcel
  const { day } = useOrderDates()
  return (
    <li className={styles.parcel}>
      <div className={styles.header}>
        <h3 className={styles.title}>
          <FormattedMessage id={titleOf(count)} values={{ number: parcel.number, count }} />
        </h3>
        {status && status !== '%future added value' && (
          <p className={styles.status}>
            <FormattedMessage id={`shipment.status.${status}`} />
          </p>
        )}
      </div>
      {dispatchedAt && (
        <p className={styles.facts}>
          <FormattedMessage id="parcel.dispatched" values={{ date: day(dispatchedAt) }} />
        </p>
      )}
      <Tracking parcel={parcel} />
      <ul className={styles.lines}>
        {parcel.lines.map(({ line, quantity }) => (
          <li key={line.id} className={styles.line}>
            <LinePictures lines={[line]} maximum={1} className={styles.picture} />
            <span>
              <FormattedMessage id="order.quantityOf" values={{ quantity, title: line.title }} />
            </span>
          </li>
        ))}
      </ul>
      <TrackingEvents shipment={parcel} />
    </li>
  )
}

/** The link to the carrier's page, or the sentence that there is none. */
function Tracking({
  parcel: { carrier, trackingNumber, trackingUrl },
}: {
  readonly parcel: ParcelListItem_shipment$data
}) {
  if (!trackingUrl && !trackingNumber) {
    return (
      <p className={styles.facts}>
        <FormattedMessage id="parcel.noTracking" />
      </p>
    )
  }
  return (
    <p className={styles.tracking}>
      <span className={styles.facts}>
        {carrier} <span className={styles.number}>{trackingNumber}</span>
      </span>
      {trackingUrl && (
        <a href={trackingUrl} target="_blank" rel="noreferrer" className={actionLink}>
          <FormattedMessage id="parcel.track" />
          <ExternalIcon size={16} />{' '}
          <VisuallyHidden>
            <FormattedMessage id="common.newWindow" />
          </VisuallyHidden>
        </a>
      )}
    </p>
  )
}
