import { type Kysely, sql, type Transaction } from 'kysely'
import type { WidgetsContext } from './context.ts'
import type { BookOrder, OrderedBook } from './orderedBooks.ts'
import { queuePreparation } from './queues.ts'
import type { WidgetsTables } from './tables.ts'

/**
 * Locks the books of an order until the transaction ends, so that storing them, removing them for good, and removing
 * their files happen one after another.
 */
export async function lockOrder(change: Transaction<WidgetsTables>, orderCode: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`widgets ${orderCode}`}, 0))`.execute(change)
}

/**
 * Stores the books of an order that are not stored yet, and queues the jobs that copy their pictures. A cancelled order
 * gets no books. This is checked here because the order can be cancelled while the job waits.
 * @param only the code of a line: only its book is stored; undefined: the books of all lines
 * @returns the codes of the new books
 */
export async function storeBooks(
  { platform, database }: Pick<WidgetsContext, 'platform' | 'database'>,
  order: BookOrder,
  only?: string,
): Promise<readonly string[]> {
  const books = order.books.filter(({ orderCode }) => only === undefined || orderCode === only)
  return database.transaction().execute(async (change) => {
    await lockOrder(change, order.orderCode)
    if (await isCancelled(change, order.orderCode)) return []
    const stored: string[] = []
    for (const book of books) {
      if (!(await insertWidget(change, order, book))) continue
      await insertPages(change, book)
      await queuePreparation(platform, change, { accountId: order.accountId, code: book.orderCode })
      stored.push(book.orderCode)
    }
    return stored
  })
}

async function isCancelled(database: Kysely<WidgetsTables>, orderCode: string): Promise<boolean> {
  const found = await database
    .selectFrom('cancelled_orders')
    .select('order_code')
    .where('order_code', '=', orderCode)
    .executeTakeFirst()
  return found !== undefined
}

/** @returns false if the book is stored already */
async function insertWidget(
  change: Transaction<WidgetsTables>,
  order: BookOrder,
  { orderCode: code, title }: OrderedBook,
): Promise<boolean> {
  const inserted = await change
    .insertInto('widgets')
    .values({
      code,
      account_id: order.accountId,
      order_code: order.orderCode,
      title,
      ordered_at: new Date(order.placedAt),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The pages of a book: the cover with the first photo, and then a page for each photo. */
export function pagesOf({ orderCode: code, photoIds, missingPhotoIds }: OrderedBook) {
  const missing = new Set(missingPhotoIds)
  return [photoIds[0] ?? null, ...photoIds].map((photoId, index) => ({
    code,
    number: index + 1,
    photo_id: photoId,
    has_picture: photoId === null || missing.has(photoId) ? false : null,
  }))
}

async function insertPages(change: Transaction<WidgetsTables>, book: OrderedBook): Promise<void> {
  // One statement is enough: a book has up to 1,000 photos, and each takes 4 of a statement's 65,535 parameters.
  await change.insertInto('widget_pages').values(pagesOf(book)).execute()
}
