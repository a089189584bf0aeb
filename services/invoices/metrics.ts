import { type Kysely, sql } from 'kysely'
import type { MetricReadings } from '../platform/metricsRoute.ts'
import { type InvoiceState, invoiceStates } from './kinds.ts'
import type { InvoicesTables } from './tables.ts'

/**
 * Gauges that show operators whether orders wait for their invoices, or invoices for their files. Finished invoices are
 * not counted, because each reading would scan all of them.
 */
export async function measureInvoices(database: Kysely<InvoicesTables>): Promise<readonly MetricReadings[]> {
  const { rows } = await sql<{ state: InvoiceState; count: number }>`
    select state, count(*) as count from invoices.invoices where state <> 'ready' group by state`.execute(database)
  const waiting = await sql<{ count: number }>`
    select count(*) as count from invoices.orders where not is_settled`.execute(database)
  const found = new Map(rows.map(({ state, count }) => [state, count]))
  const unfinished = invoiceStates.filter((state) => state !== 'ready')
  return [
    {
      name: 'invoices_without_files_count',
      help: 'Invoices and credit notes whose files are not ready, by the state of the files',
      readings: unfinished.map((state) => ({ labels: { state }, value: found.get(state) ?? 0 })),
    },
    {
      name: 'invoices_waiting_orders',
      help: 'Orders whose documents were not issued yet',
      readings: [{ labels: {}, value: waiting.rows[0]?.count ?? 0 }],
    },
  ]
}
