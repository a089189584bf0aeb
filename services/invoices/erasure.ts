import type { Kysely } from 'kysely'
import { deleteRowsOf, type Erasure } from '../platform/erasure.ts'
import type { Platform } from '../platform/platform.ts'
import { keptInvoices } from './retention.ts'
import type { InvoicesTables } from './tables.ts'

/**
 * Erases what the service knows of an account's orders. Invoices and credit notes stay as long as the law requires
 * (`retention.ts`). The identity service erases an account only when no invoice is still to be issued
 * (`unfinishedRoute.ts`).
 */
export function invoicesErasure(
  platform: Pick<Platform, 'brands'>,
  database: Kysely<InvoicesTables>,
): Erasure<InvoicesTables> {
  return {
    service: 'invoices',
    database,
    async erase(accountId, signal) {
      await deleteRowsOf(database, { table: 'invoices.orders', column: 'account_id' }, accountId, signal)
      return keptInvoices(platform, database, accountId)
    },
  }
}
