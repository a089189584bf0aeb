import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { OrderPrices_order$key } from '../../../__generated__/OrderPrices_order.graphql.ts'
import { useMoney } from '../../../shared/money.ts'
import styles from './OrderPrices.module.css'
import { Section } from '../../../shared/Section.tsx'

const fragment = graphql`
  fragment OrderPrices_order on Order {
    subtotal {
      ...money_amount
    }
    discount {
      amount
      ...money_amount
    }
    shipping {
      ...money_amount
    }
    tax {
      ...money_amount
    }
    total {
      ...money_amount
    }
  }
`

/** The prices as they were paid. Prices that are unknown, and a discount of zero, are left out. */
export function OrderPrices({ order }: { readonly order: OrderPrices_order$key }) {
  const { subtotal, discount, shipping, tax, total } = useFragment(fragment, order)
  const money = useMoney()
  const hasDiscount = discount && Number(discount.amount) !== 0
  const rows = [
    { label: 'order.subtotal', value: subtotal && money(subtotal) },
    { label: 'order.discount', value: hasDiscount ? money(discount, 'reduction') : null },
    { label: 'order.shipping', value: shipping && money(shipping) },
  ].filter(({ value }) => Boolean(value))
  if (rows.length === 0 && !total) return null
  return (
    <Section title={<FormattedMessage id="order.prices" />}>
      <dl className={styles.prices}>
        {rows.map(({ label, value }) => (
          <div key={label} className={styles.row}>
            <dt>
              <FormattedMessage id={label} />
            </dt>
            <dd className={styles.amount}>{value}</dd>
          </div>
        ))}
        {total && (
          <div className={styles.total}>
            <dt>
              <FormattedMessage id="order.total" />
            </dt>
            <dd className={styles.amount}>{money(total)}</dd>
          </div>
        )}
        {tax && (
          <div className={styles.tax}>
            <dt>
              <FormattedMessage id="order.tax" />
            </dt>
            <dd className={styles.amount}>{money(tax)}</dd>
          </div>
        )}
      </dl>
    </Section>
  )
}
