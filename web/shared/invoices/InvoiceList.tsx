import { graphql, useFragment } from 'react-relay/hooks'
import type { InvoiceList_invoices$key } from '../../__generated__/InvoiceList_invoices.graphql.ts'
import styles from './InvoiceList.module.css'
import { type InvoiceListItemProps, InvoiceListItem } from './InvoiceListItem.tsx'
import { useReadAgain } from '../useReadAgain.ts'

const fragment = graphql`
  fragment InvoiceList_invoices on Invoice @relay(plural: true) {
    id
    state
    ...InvoiceListItem_invoice
  }
`

export interface InvoiceListProps extends Pick<InvoiceListItemProps, 'level'> {
  readonly invoices: InvoiceList_invoices$key
  /** Names the list for screen readers. */
  readonly label: string
  /** Fetches the invoices again. Called while files are being made. */
  readonly onRead: () => void
}

/** Invoices and credit notes. Files that are being made become ready while the list is shown. */
export function InvoiceList({ invoices: key, level, label, onRead }: InvoiceListProps) {
  const invoices = useFragment(fragment, key)
  useReadAgain(
    invoices.some(({ state }) => state === 'BEING_MADE' || state === 'FAILED'),
    onRead,
  )
  return (
    <div className={styles.frame}>
      <ul aria-label={label} className={styles.list}>
        {invoices.map((invoice) => (
          <InvoiceListItem key={invoice.id} invoice={invoice} level={level} />
        ))}
      </ul>
    </div>
  )
}
