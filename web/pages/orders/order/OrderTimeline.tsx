import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { OrderTimeline_order$key } from '../../../__generated__/OrderTimeline_order.graphql.ts'
import { useOrderDates } from '../../../shared/orders/useOrderDates.ts'
import styles from './OrderTimeline.module.css'
import { Section } from '../../../shared/Section.tsx'

const fragment = graphql`
  fragment OrderTimeline_order on Order {
    shipments {
      __typename
    }
    timeline {
      at
      kind
      shipment {
        number
      }
    }
  }
`

/** Lists the events of the order, newest first. Shows nothing if there are none, or if they are unknown. */
export function OrderTimeline({ order }: { readonly order: OrderTimeline_order$key }) {
  const { timeline, shipments } = useFragment(fragment, order)
  const { moment } = useOrderDates()
  if (!timeline || timeline.length === 0) return null
  const hasSeveral = (shipments?.length ?? 0) > 1
  return (
    <Section title={<FormattedMessage id="order.timeline" />}>
      <ol className={styles.timeline}>
        {timeline.toReversed().map(({ at, kind, shipment }) => (
          <li key={`${at} ${kind} ${shipment?.number ?? ''}`} data-kind={kind} className={styles.entry}>
            <p className={styles.kind}>
              {kind !== '%future added value' && (
                <FormattedMessage
                  id={`order.event.${kind}`}
                  values={{ number: hasSeveral ? (shipment?.number ?? 0) : 0 }}
                />
              )}
            </p>
            <time dateTime={at} className={styles.time}>
              {moment(at)}
            </time>
          </li>
        ))}
      </ol>
    </Section>
  )
}
