import type { Connection, Edge } from '../../relay/connection.ts'
import type { WireInvoice } from '../../upstream/invoices/wire.ts'

/** The source object of the `Invoice` resolvers. */
export type InvoiceModel = WireInvoice

/** A page of invoices, and the number of invoices on all pages. */
export interface InvoiceConnectionModel extends Connection<InvoiceModel> {
  readonly totalCount: number
}

/** An invoice in a page. */
export type InvoiceEdgeModel = Edge<InvoiceModel>

/** The source object of the `InvoiceVat` resolvers. */
export type InvoiceVatModel = NonNullable<WireInvoice['vat']>[number]
