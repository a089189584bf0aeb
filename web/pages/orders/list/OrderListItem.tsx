import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { OrderListItem_order$key } from '../../../__generated__/OrderListItem_order.graphql.ts'
import { AppLink } from '../../../shared/AppLink.tsx'
import { useMoney } from '../../../shared/money.ts'
import card from '../../../shared/orders/OrderCard.module.css'
import { LinePictures } from '../../../shared/orders/LinePictures.tsx'
import { OrderStatus } from '../../../shared/orders/OrderStatus.tsx'
import { useNextDate } from '../../../shared/orders/useNextDate.ts'
import { useOrderTitle } from '../../../shared/orders/useOrderTitle.ts'
import { useOrderDates } from '../../../shared/orders/useOrderDates.ts'
import { orderPath } from '../../../shared/paths.ts'
import { classes } from '../../../ui/classes.ts'
import styles from './OrderListItem.module.css'

/** How many pictures an order shows at most. */
const maximumPictures = 3

const fragment = graphql`
  fragment OrderListItem_order on Order {
    code
    placedAt
    total {
      ...money_amount
    }
    lines {
      ...LinePictures_line
    }
    ...OrderStatus_order
    ...useOrderTitle_order
    ...useNextDate_order
  }
`

/** An order of the list: what was ordered, its state, its next date and its total. */
export function OrderListItem({ order: key }: { readonly order: OrderListItem_order$key }) {
  const order = useFragment(fragment, key)
  const money = useMoney()
  const { day } = useOrderDates()
  const title = useOrderTitle(order)
  const next = useNextDate(order)
  return (
    <li className={classes(card.card, styles.item)}>
      <LinePictures lines={order.lines} maximum={maximumPictures} />
      <div className={styles.about}>
        <h2 className={classes(card.title, styles.title)}>
          <AppLink to={orderPath(order.code)} className={card.link}>
            {title}
          </AppLink>
        </h2>
        <p className={styles.facts}>
          <FormattedMessage
            id="orders.facts"
            values={{
              code: <span className={styles.code}>{order.code}</span>,
              date: <time dateTime={order.placedAt}>{day(order.placedAt)}</time>,
            }}
          />
        </p>
        {next && (
          <p data-kind={next.kind} className={styles.next}>
            {next.text}
          </p>
        )}
      </div>
      <div className={styles.end}>
        <OrderStatus order={order} />
        {order.total && <p className={styles.total}>{money(order.total)}</p>}
      </div>
    </li>
  )
}
