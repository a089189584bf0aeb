import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { OrderStatus_order$key } from '../../__generated__/OrderStatus_order.graphql.ts'
import styles from './OrderStatus.module.css'

const fragment = graphql`
  fragment OrderStatus_order on Order {
    status
  }
`

/** The state of an order in its colour: red for cancelled orders, cyan for the others. */
export function OrderStatus({ order }: { readonly order: OrderStatus_order$key }) {
  const { status } = useFragment(fragment, order)
  if (!status || status === '%future added value') return null
  return (
    <span data-status={status} className={styles.status}>
      <FormattedMessage id={`orders.status.${status}`} />
    </span>
  )
}
