import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { InvoicesPageQuery } from '../../__generated__/InvoicesPageQuery.graphql.ts'
import type { LoadedQuery } from '../../relay/useLoadedQuery.ts'
import { useReturn } from '../../relay/useReturn.ts'
import { PageFrame } from '../../shared/page/PageFrame.tsx'
import { useRouteQuery } from '../../shared/page/useRouteQuery.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { InvoicesList } from './InvoicesList.tsx'
import { invoicesPerPage } from './invoicesPerPage.ts'
import { InvoicesSkeleton } from './InvoicesSkeleton.tsx'

const query = graphql`
  query InvoicesPageQuery($skip: Int!) {
    viewer {
      invoices(first: 10, skip: $skip) {
        ...InvoicesList_invoices
      }
    }
  }
`

/** The invoices and credit notes of a business account, newest first, in pages. */
export function InvoicesPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<InvoicesPageQuery>(query)
  return (
    <PageFrame
      query={page}
      back="menu"
      text={formatMessage({ id: 'invoices.text' })}
      failure={formatMessage({ id: 'invoices.loadFailed' })}
      skeleton={<InvoicesSkeleton />}
    >
      <Invoices page={page} />
    </PageFrame>
  )
}

function Invoices({ page }: { readonly page: LoadedQuery<InvoicesPageQuery> }) {
  const { formatMessage } = useIntl()
  const { viewer } = usePreloadedQuery<InvoicesPageQuery>(query, page.reference)
  useReturn(() => page.refresh())
  if (!viewer?.invoices) {
    return <ErrorState message={formatMessage({ id: 'invoices.loadFailed' })} onRetry={page.retry} />
  }
  const { skip } = page.reference.variables
  return <InvoicesList invoices={viewer.invoices} page={skip / invoicesPerPage + 1} onRead={() => page.refresh()} />
}
