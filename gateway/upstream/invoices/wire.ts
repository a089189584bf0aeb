import { z } from 'zod'
import { count, date, link, money, opaque } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'

const text = z.string().nullish()

const vat = z.object({ vatRate: z.string(), net: money, tax: money, gross: money })

const file = z.object({ kind: z.string(), fileName: z.string(), size: z.number().nonnegative(), url: link })

/** The specification shows the id and a state of each invoice. Our own service sends all fields. */
const invoice = z.object({
  id: opaque,
  number: opaque.nullish(),
  kind: text,
  orderCode: opaque.nullish(),
  issuedOn: date.nullish(),
  state: text,
  net: money.nullish(),
  tax: money.nullish(),
  total: money.nullish(),
  vat: z.array(vat).nullish(),
  credits: text,
  files: z.array(file).nullish(),
})

/** An invoice or a credit note. */
export type WireInvoice = z.infer<typeof invoice>

/** Schema of a part of the list, with the number of all documents. */
export const wireInvoicePage = wireSchema(z.object({ items: z.array(invoice), total: count }))

/** Schema of documents that were found by their ids or orders. */
export const wireFoundInvoices = wireSchema(z.object({ items: z.array(invoice) }))

const keptInvoices = z.object({ count: z.number().int(), until: z.iso.date().nullable() })

/** How many invoices and credit notes stay if the account is deleted, and the last day of the newest of them. */
export type WireKeptInvoices = z.infer<typeof keptInvoices>

/** Schema of the documents that stay. */
export const wireKeptInvoices = wireSchema(keptInvoices)
