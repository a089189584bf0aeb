import { sql, type Transaction } from 'kysely'
import type { JobQueue, OpenTransaction, Platform } from '../platform/platform.ts'
import type { WidgetsContext } from './context.ts'
import { orderCodeOf } from './orderedBooks.ts'
import { bookFolder } from './pictures.ts'
import { type BookKey, bookSchema, queueRemovals, removalQueueName } from './queues.ts'
import { lockOrder } from './storing.ts'
import type { WidgetsTables } from './tables.ts'

type Parts = Pick<WidgetsContext, 'platform' | 'database'>

/**
 * Removes the books of a cancelled order for good, and remembers that it was cancelled. Repeated calls change nothing.
 */
export async function removeCancelled(
  platform: Platform,
  change: Transaction<WidgetsTables>,
  { accountId, orderCode }: { readonly accountId: string; readonly orderCode: string },
): Promise<void> {
  await lockOrder(change, orderCode)
  await change
    .insertInto('cancelled_orders')
    .values({ order_code: orderCode, account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const removed = await change
    .deleteFrom('widgets')
    .where('order_code', '=', orderCode)
    .where('account_id', '=', accountId)
    .returning('code')
    .execute()
  await queueRemovals(
    platform,
    change,
    removed.map(({ code }) => ({ accountId, code })),
  )
}

/** Removes the files of books that were removed for good. */
export function removalQueue(parts: Parts): JobQueue<BookKey> {
  return {
    name: removalQueueName,
    payload: bookSchema,
    concurrency: 1,
    retries: 100,
    timeoutSeconds: 300,
    run: async (book) => removeFilesWithoutBook(parts, book),
  }
}

/**
 * Removes the files of a book that has no row. If the book was created again meanwhile, its files stay. Storing a book
 * waits for the same lock, so a book cannot get its row during the removal.
 */
export async function removeFilesWithoutBook({ platform, database }: Parts, book: BookKey): Promise<void> {
  await database.transaction().execute(async (change) => {
    await lockOrder(change, orderCodeOf(book.code))
    const { rows } = await sql`select from widgets.widgets where code = ${book.code}`.execute(change)
    if (rows.length === 0) await platform.blobs.deleteFolder(bookFolder(book))
  })
}

/** Deletes the rows of the books that `chosen` selects, and queues the removal of their files. */
export async function removeBooks(
  platform: Platform,
  change: Transaction<WidgetsTables> & OpenTransaction,
  codes: readonly string[],
): Promise<void> {
  if (codes.length === 0) return
  const removed = await change
    .deleteFrom('widgets')
    .where('code', 'in', [...codes])
    .returning(['code', 'account_id'])
    .execute()
  await queueRemovals(
    platform,
    change,
    removed.map(({ code, account_id: accountId }) => ({ accountId, code })),
  )
}
