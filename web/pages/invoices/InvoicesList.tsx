import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import { Navigate, useLocation } from 'react-router-dom'
import type { InvoicesList_invoices$key } from '../../__generated__/InvoicesList_invoices.graphql.ts'
import { carryAlong } from '../../shared/carryAlong.ts'
import { InvoiceList } from '../../shared/invoices/InvoiceList.tsx'
import { pageAddress } from '../../shared/page-links/pageAddress.ts'
import { PageLinks } from '../../shared/page-links/PageLinks.tsx'
import { usePageFocus } from '../../shared/page-links/usePageFocus.ts'
import { invoicesPath } from '../../shared/paths.ts'
import { OrderLink } from '../../shared/storage/OrderLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from './InvoicesList.module.css'
import { invoicesPerPage } from './invoicesPerPage.ts'
import { InvoicesSkeleton } from './InvoicesSkeleton.tsx'

const fragment = graphql`
  fragment InvoicesList_invoices on InvoiceConnection {
    totalCount
    edges {
      node {
        ...InvoiceList_invoices
      }
    }
  }
`

export interface InvoicesListProps {
  readonly invoices: InvoicesList_invoices$key
  /** The number of the page, from 1. */
  readonly page: number
  /** Fetches the page again. */
  readonly onRead: () => void
}

/** One page of the invoices. A page number beyond the last page redirects to the last page. */
export function InvoicesList({ invoices, page, onRead }: InvoicesListProps) {
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  const { totalCount, edges } = useFragment(fragment, invoices)
  if (totalCount === 0) return <NoInvoices />
  const pages = Math.ceil(totalCount / invoicesPerPage)
  if (page > pages) {
    return (
      <>
        <Navigate replace to={carryAlong(pageAddress(invoicesPath, pages), search)} />
        <InvoicesSkeleton />
      </>
    )
  }
  return (
    <>
      <Count page={page} totalCount={totalCount} />
      <InvoiceList
        invoices={edges.map(({ node }) => node)}
        level={2}
        label={formatMessage({ id: 'invoices.title' })}
        onRead={onRead}
      />
      <PageLinks addressOf={(shown) => pageAddress(invoicesPath, shown)} page={page} pages={pages} />
    </>
  )
}

/** How many invoices and credit notes there are. Takes the focus when another page is shown. */
function Count({ page, totalCount }: { readonly page: number; readonly totalCount: number }) {
  return (
    <output ref={usePageFocus<HTMLOutputElement>(page)} tabIndex={-1} className={styles.count}>
      <FormattedMessage id="invoices.count" values={{ count: totalCount }} />
    </output>
  )
}

/** Shown in place of an empty list. */
function NoInvoices() {
  const { formatMessage } = useIntl()
  return (
    <EmptyState title={formatMessage({ id: 'invoices.empty' })} action={<OrderLink variant="primary" />}>
      <FormattedMessage id="invoices.emptyText" />
    </EmptyState>
  )
}
