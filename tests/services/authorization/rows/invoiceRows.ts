import { allCustomers, type Answers, customers, onlyServices, publicDocument, type Rows } from '../row.ts'
import type { Scene } from '../scenes.ts'

/**
 * For routes that only business accounts may use. The owner is a business account.
 * @param others the status for other business accounts, which cannot see the owner's invoices
 */
function businessOnly(others: number): Answers {
  return { ...customers(200, 403, 403), business: others, blockedBusiness: others }
}

const unfinishedOf = ({ owner }: Scene) => `/invoices/accounts/${owner.account}/unfinished`
const ofOwner = { answers: businessOnly(404), sees: ['owner'], id: 'invoice' } as const

/** The invoices service. */
export const invoiceRows: Rows = {
  'GET /invoices/openapi.json': publicDocument,
  'GET /invoices/metrics': publicDocument,
  'GET /invoices/api/v1/HistoricalInvoice/me': { answers: businessOnly(200), sees: ['owner'] },
  'POST /invoices/api/v1/HistoricalInvoice/me/lookup': {
    answers: businessOnly(200),
    sees: ['owner'],
    body: ({ owner }) => ({ invoiceIds: [owner.invoice] }),
  },
  'POST /invoices/api/v1/HistoricalInvoice/me/byOrder': {
    answers: businessOnly(200),
    sees: ['owner'],
    body: ({ owner }) => ({ orderCodes: [owner.mark] }),
  },
  // Each caller gets the number of their own invoices.
  'GET /invoices/api/v1/HistoricalInvoice/me/retention': { answers: allCustomers() },
  'GET /invoices/accounts/:accountId/unfinished': { answers: onlyServices(), path: unfinishedOf },
  'GET /invoices/api/v1/InvoiceGroupFiles/me/:id': ofOwner,
  'GET /invoices/api/v1/HistoricalInvoice/me/pdf/:id/:channel': {
    ...ofOwner,
    path: ({ owner }) => `/invoices/api/v1/HistoricalInvoice/me/pdf/${owner.invoice}/k`,
  },
}
