import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { InvoiceListItem_invoice$key } from '../../__generated__/InvoiceListItem_invoice.graphql.ts'
import { AppLink } from '../AppLink.tsx'
import { useMoney } from '../money.ts'
import { useOrderDates } from '../orders/useOrderDates.ts'
import { orderPath } from '../paths.ts'
import { InvoiceFiles } from './InvoiceFiles.tsx'
import styles from './InvoiceListItem.module.css'

const fragment = graphql`
  fragment InvoiceListItem_invoice on Invoice {
    number
    kind
    issuedOn
    credits
    orderCode
    total {
      ...money_amount
    }
    ...InvoiceFiles_invoice
  }
`

export interface InvoiceListItemProps {
  readonly invoice: InvoiceListItem_invoice$key
  /** The level of the heading. On the page of its order (3), an invoice does not link to the order. */
  readonly level: 2 | 3
}

/** An invoice or a credit note: its number, its date, its order, its sum and its files. Unknown facts are left out. */
export function InvoiceListItem({ invoice: key, level }: InvoiceListItemProps) {
  const { formatMessage } = useIntl()
  const invoice = useFragment(fragment, key)
  const money = useMoney()
  const { date } = useOrderDates()
  const { number, issuedOn, credits, orderCode, total } = invoice
  const isCreditNote = invoice.kind === 'CREDIT_NOTE'
  const title = formatMessage({ id: isCreditNote ? 'invoices.creditNote' : 'invoices.invoice' }, { number })
  const Heading = `h${level}` as const
  return (
    <li className={styles.item}>
      <div className={styles.about}>
        <Heading className={styles.title}>{title}</Heading>
        <ul className={styles.facts}>
          {issuedOn && (
            <li>
              <time dateTime={issuedOn}>{date(issuedOn)}</time>
            </li>
          )}
          {orderCode && level === 2 && (
            <li>
              <AppLink to={orderPath(orderCode)} className={styles.order}>
                <FormattedMessage id="order.title" values={{ code: orderCode }} />
              </AppLink>
            </li>
          )}
          {credits && (
            <li>
              <FormattedMessage id="invoices.credits" values={{ number: credits }} />
            </li>
          )}
        </ul>
      </div>
      {/* The service sends the sums of credit notes without a minus sign. */}
      <p className={styles.total}>{total && money(total, isCreditNote ? 'reduction' : undefined)}</p>
      <InvoiceFiles invoice={invoice} title={title} />
    </li>
  )
}
