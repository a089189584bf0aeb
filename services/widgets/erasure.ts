import { deleteRowsOf, type Erasure } from '../platform/erasure.ts'
import type { WidgetsContext } from './context.ts'
import { accountFolder, pictureKey, pictureWidths } from './pictures.ts'
import type { WidgetsTables } from './tables.ts'

const pagesPerBatch = 500

type Parts = Pick<WidgetsContext, 'platform' | 'database'>

/**
 * Erases the books of an account, including deleted ones, and its pictures in the books of others. With the rows of the
 * books, the database deletes the rows of their pages, links, views and gallery entries. The addresses whose owners
 * want no mails stay: they are stored as hashes, without the account.
 */
export function widgetsErasure(parts: Parts): Erasure<WidgetsTables> {
  const { platform, database } = parts
  return {
    service: 'widgets',
    database,
    async erase(accountId, signal) {
      for (const table of ['widgets', 'shares', 'cancelled_orders', 'marked_accounts', 'demo_accounts']) {
        await deleteRowsOf(database, { table: `widgets.${table}`, column: 'account_id' }, accountId, signal)
      }
      await platform.blobs.deleteFolder(accountFolder(accountId))
      await removePicturesOf(parts, accountId, signal)
    },
  }
}

/**
 * Removes the pictures of an account from the books of others, in which they are because of shared albums. The files
 * are removed before the rows lose the owner's id: after a crash, a repeated erasure still finds them.
 */
async function removePicturesOf({ platform, database }: Parts, ownerId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const pages = await database
      .selectFrom('widget_pages')
      .innerJoin('widgets', 'widgets.code', 'widget_pages.code')
      .select(['widget_pages.code', 'number', 'account_id'])
      .where('owner_id', '=', ownerId)
      .limit(pagesPerBatch)
      .execute()
    for (const { code, number, account_id: accountId } of pages) {
      await platform.blobs.delete(pictureWidths.map((width) => pictureKey({ accountId, code }, number, width)))
      await database
        .updateTable('widget_pages')
        .set({ has_picture: false, owner_id: null, taken_on: null, width: null, height: null })
        .where('code', '=', code)
        .where('number', '=', number)
        .execute()
    }
    if (pages.length < pagesPerBatch) return
  }
}
