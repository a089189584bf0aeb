import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { OrderPrices_order$key } from '../../../__generated__/OrderPrices_order.graphql.ts'
import { type Money, useMoney } from '../../../shared/money.ts'
import styles from './OrderPrices.module.css'
import { Section } from './Section.tsx'

const fragment = graphql`
  fragment OrderPrices_order on Order {
    subtotal {
      amount
      currency
    }
    discount {
      amount
      currency
    }
    shipping {
      amount
      currency
    }
    tax {
      amount
      currency
    }
    total {
      amount
      currency
    }
  }
`

/** The prices as they were paid. Prices that are unknown, and a discount of zero, are left out. */
export function OrderPrices({ order }: { readonly order: OrderPrices_order$key }) {
  const { subtotal, discount, shipping, tax, total } = useFragment(fragment, order)
  const money = useMoney()
  const reduction = discount && Number(discount.amount) !== 0 ? { ...discount, amount: `-${discount.amount}` } : null
  const rows = [
    { label: 'order.subtotal', value: subtotal },
    { label: 'order.discount', value: reduction },
    { label: 'order.shipping', value: shipping },
  ].filter((row): row is { label: string; value: Money } => Boolean(row.value))
  if (rows.length === 0 && !total) return null
  return (
    <Section title={<FormattedMessage id="order.prices" />}>
      <dl className={styles.prices}>
        {rows.map(({ label, value }) => (
          <div key={label} className={styles.row}>
            <dt>
              <FormattedMessage id={label} />
            </dt>
            <dd className={styles.amount}>{money(value)}</dd>
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
