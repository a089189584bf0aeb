import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import type { ServiceApp } from '../platform/contract.ts'
import type { Platform } from '../platform/platform.ts'
import { keptInvoices } from './retention.ts'
import type { InvoicesTables } from './tables.ts'

const readRetention = {
  summary: 'Tells how many invoices of the caller stay if the account is deleted, and until when',
  description:
    '`until` is the last day on which the newest of these invoices is kept; null if no invoice stays. A private customer can have invoices ' +
    'from an earlier business account. Our addition to the specification.',
  response: { 200: z.object({ count: z.number().int(), until: z.iso.date().nullable() }) },
}

const countUnfinished = {
  summary: 'Counts the orders of an account whose invoice is still to be issued',
  description:
    'The identity service reads this number before it erases an account. If it is not 0, the erasure waits, for at most 30 days.',
  params: z.object({ accountId: z.uuid() }),
  response: { 200: z.object({ count: z.number().int() }) },
}

/** Registers the calls about what stays when an account is deleted. */
export function registerRetentionRoutes(
  app: ServiceApp,
  platform: Pick<Platform, 'brands'>,
  database: Kysely<InvoicesTables>,
): void {
  app.get('/api/v1/HistoricalInvoice/me/retention', { schema: readRetention }, async (request) => {
    const kept = await keptInvoices(platform, database, accountOf(request).id)
    return kept ?? { count: 0, until: null }
  })
  const options = { config: { access: 'service' }, schema: countUnfinished } as const
  app.get('/accounts/:accountId/unfinished', options, async (request) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from invoices.orders
      where account_id = ${request.params.accountId} and not is_settled`.execute(database)
    return { count: rows[0]?.count ?? 0 }
  })
}
