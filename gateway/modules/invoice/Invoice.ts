import type { NodeType } from '../../context.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import type { InvoiceKind, InvoiceResolvers, InvoiceState } from '../../__generated__/resolvers.ts'
import type { InvoiceModel } from './models.ts'

const kinds = new Map<string, InvoiceKind>([
  ['invoice', 'INVOICE'],
  ['creditNote', 'CREDIT_NOTE'],
])

const states = new Map<string, InvoiceState>([
  ['beingMade', 'BEING_MADE'],
  ['ready', 'READY'],
  ['failed', 'FAILED'],
])

/** Resolves the fields of `Invoice`. A retailer's own service may send only the id. */
export const Invoice: InvoiceResolvers = {
  id: ({ id }) => encodeGlobalId('Invoice', id),
  number: ({ id, number }) => number ?? id,
  kind: ({ kind }) => kinds.get(kind ?? '') ?? null,
  state: ({ state }) => states.get(state ?? '') ?? null,
  order: ({ orderCode }, _args, { loaders }) => (orderCode ? loaders.order.load(orderCode) : null),
  pdf: (invoice) => fileOf(invoice, 'pdf'),
  xml: (invoice) => fileOf(invoice, 'xml'),
}

/** Loads an invoice by id. The service returns it only to the business account that has paid. */
export const invoiceNode: NodeType = {
  type: 'Invoice',
  load: (key, { viewer, loaders }) => (viewer?.isBusiness ? loaders.invoice.load(key) : null),
}

function fileOf({ files }: InvoiceModel, wanted: 'pdf' | 'xml') {
  return files?.find(({ kind }) => kind === wanted) ?? null
}
