import { sql } from 'kysely'
import { UpstreamError } from '../platform/http.ts'
import { Problem } from '../platform/problems.ts'
import { blocked, noSuchWidget } from './access.ts'
import { isBlocked } from './blockedOrders.ts'
import type { WidgetsContext } from './context.ts'
import { type BookOrder, orderCodeOf, readBookOrder } from './orderedBooks.ts'
import { queuePreparation } from './queues.ts'
import { findWidget, type WidgetSummary } from './reading.ts'
import { storeBooks } from './storing.ts'

interface OwnCode {
  readonly accountId: string
  readonly code: string
}

/**
 * Deletes a widget, which can be restored for 30 days. Deleting it again changes nothing.
 * @returns false if the account has no such widget
 */
export async function deleteWidget({ database }: WidgetsContext, { accountId, code }: OwnCode): Promise<boolean> {
  const deleted = await database
    .updateTable('widgets')
    .set({ deleted_at: sql<Date>`coalesce(deleted_at, clock_timestamp())` })
    .where('code', '=', code)
    .where('account_id', '=', accountId)
    .returning('code')
    .executeTakeFirst()
  return deleted !== undefined
}

/**
 * Creates the widget of an ordered book, restores a deleted one, or copies the pictures of a failed widget again.
 * Repeated calls change nothing.
 * @throws Problem 404 if the account has no such ordered book, 409 if its order is blocked, 503 if the orders service
 *   fails
 */
export async function createOrRestore(
  context: WidgetsContext,
  own: OwnCode,
): Promise<{ readonly isNew: boolean; readonly widget: WidgetSummary }> {
  const restored = await restore(context, own)
  if (restored) return { isNew: false, widget: restored }
  const order = await orderOf(context, own)
  if (await isBlocked(context.database, order.orderCode)) throw blocked()
  const stored = await storeBooks(context, order, own.code)
  const widget = await findWidget(context.database, own.accountId, own.code)
  if (!widget) throw noSuchWidget()
  return { isNew: stored.length > 0, widget }
}

/** @returns undefined if the account has no such widget */
async function restore({ platform, database }: WidgetsContext, own: OwnCode): Promise<WidgetSummary | undefined> {
  return database.transaction().execute(async (change) => {
    const { accountId, code } = own
    const found = await change
      .selectFrom('widgets')
      .select(['order_code', 'state', 'deleted_at'])
      .where('code', '=', code)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) return undefined
    if (await isBlocked(change, found.order_code)) throw blocked()
    if (found.deleted_at)
      await change.updateTable('widgets').set({ deleted_at: null }).where('code', '=', code).execute()
    if (found.state === 'failed') {
      const again = { state: 'preparing', prepared_since: sql<Date>`clock_timestamp()` } as const
      await change.updateTable('widgets').set(again).where('code', '=', code).execute()
      await change
        .updateTable('widget_pages')
        .set({ has_picture: null })
        .where('code', '=', code)
        .where('photo_id', 'is not', null)
        .execute()
      await queuePreparation(platform, change, own)
    }
    return findWidget(change, accountId, code)
  })
}

/** The order of a line, if it belongs to the account. */
async function orderOf({ platform }: WidgetsContext, { accountId, code }: OwnCode): Promise<BookOrder> {
  try {
    const order = await readBookOrder(platform, orderCodeOf(code))
    if (order?.accountId !== accountId) throw noSuchWidget()
    return order
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    platform.log.warn({ err: error }, 'the order of a book cannot be read')
    throw new Problem(503, 'UNAVAILABLE', 'Orders cannot be read at the moment.', { 'retry-after': '5' })
  }
}
