import type { Selectable } from 'kysely'
import type { InvoicesTable } from './tables.ts'

type Invoice = Selectable<InvoicesTable>

/** The blob keys of a document's files. */
export function fileKeys({ account_id: account, id }: Pick<Invoice, 'account_id' | 'id'>) {
  return { pdf: `invoices/${account}/${id}.pdf`, xml: `invoices/${account}/${id}.xml` }
}

/** The name under which a file is saved. */
export function fileName({ id }: Pick<Invoice, 'id'>, extension: 'pdf' | 'xml'): string {
  return `invoice_${id}.${extension}`
}
