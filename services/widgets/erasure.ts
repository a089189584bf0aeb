import { deleteRowsOf, type Erasure } from '../platform/erasure.ts'
import type { WidgetsContext } from './context.ts'
import { accountFolder } from './pictures.ts'
import type { WidgetsTables } from './tables.ts'

/**
 * Erases the books of an account, also the deleted ones. The database also deletes the rows of their pages, links,
 * views and gallery entries. Which addresses want no mails stays: it is stored as hashes, without the account.
 */
export function widgetsErasure({ platform, database }: WidgetsContext): Erasure<WidgetsTables> {
  return {
    service: 'widgets',
    database,
    async erase(accountId, signal) {
      for (const table of ['widgets', 'cancelled_orders', 'marked_accounts', 'demo_accounts']) {
        await deleteRowsOf(database, { table: `widgets.${table}`, column: 'account_id' }, accountId, signal)
      }
      await platform.blobs.deleteFolder(accountFolder(accountId))
    },
  }
}
