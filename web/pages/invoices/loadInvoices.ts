import { loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import query, { type InvoicesPageQuery } from '../../__generated__/InvoicesPageQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'
import { pageOf } from '../../shared/page-links/pageAddress.ts'
import { invoicesPerPage } from './invoicesPerPage.ts'

/** Starts the query of one page of the invoices. The URL has the number of the page. */
export function loadInvoices({ environment }: Session, { request }: LoaderFunctionArgs) {
  const variables = { skip: (pageOf(new URL(request.url).search) - 1) * invoicesPerPage }
  return loadQuery<InvoicesPageQuery>(environment, query, variables, { fetchPolicy: 'store-and-network' })
}
