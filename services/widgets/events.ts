import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { JobQueue, Platform, PlatformEvent } from '../platform/platform.ts'
import { isUuid } from '../platform/requests.ts'
import type { WidgetsContext } from './context.ts'
import { readBookOrder, readIsBusiness } from './orderedBooks.ts'
import { removeCancelled } from './removing.ts'
import { storeBooks } from './storing.ts'
import type { WidgetsTables } from './tables.ts'

const orderPlaced = 'order.placed'
const orderCancelled = 'order.cancelled'
const deletionScheduled = 'account.deletionScheduled'
const deletionCancelled = 'account.deletionCancelled'

const orderQueueName = 'widgets.take-order'
/**
 * The pauses between retries are at most a minute, so the retries cover about a day without the orders or the customers
 * service.
 */
const retries = 1_440

const orderData = z.object({ orderCode: z.string().min(1).max(100).toUpperCase() })
const orderSchema = z.object({ accountId: z.uuid(), orderCode: z.string() })
type OrderKey = z.infer<typeof orderSchema>

/** Consumes the events of orders, and of accounts that are marked for deletion. */
export function consumeEvents(platform: Platform, database: Kysely<WidgetsTables>): void {
  platform.events.consume({
    name: 'widgets.orders',
    database,
    types: [orderPlaced, orderCancelled, deletionScheduled, deletionCancelled],
    handle: (events, change) => handleEvents(platform, events, change),
  })
}

/** Repeated events change nothing. */
async function handleEvents(
  platform: Platform,
  events: readonly PlatformEvent[],
  change: Transaction<WidgetsTables>,
): Promise<void> {
  for (const event of events) {
    const { owner: accountId, type, position } = event
    if (!isUuid(accountId)) platform.log.error({ position, type }, 'an event names no account')
    else if (type === deletionScheduled) await mark(change, accountId)
    else if (type === deletionCancelled) await unmark(change, accountId)
    else await handleOrder(platform, event, change)
  }
}

async function handleOrder(
  platform: Platform,
  { owner: accountId, type, data, position }: PlatformEvent,
  change: Transaction<WidgetsTables>,
): Promise<void> {
  const parsed = orderData.safeParse(data)
  if (!parsed.success) {
    // Skip this event, because a retry would block the events of all other orders.
    platform.log.error({ position, type }, 'the event of an order names no order')
    return
  }
  const order: OrderKey = { accountId, orderCode: parsed.data.orderCode }
  if (type === orderCancelled) await removeCancelled(platform, change, order)
  else await platform.jobs.enqueue(change, orderQueueName, order, { key: order.orderCode })
}

async function mark(change: Transaction<WidgetsTables>, accountId: string): Promise<void> {
  await change
    .insertInto('marked_accounts')
    .values({ account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function unmark(change: Transaction<WidgetsTables>, accountId: string): Promise<void> {
  await change.deleteFrom('marked_accounts').where('account_id', '=', accountId).execute()
}

/** Stores the books of a placed order. Business accounts have no books. */
export function orderQueue(parts: Pick<WidgetsContext, 'platform' | 'database'>): JobQueue<OrderKey> {
  return {
    name: orderQueueName,
    payload: orderSchema,
    concurrency: 2,
    retries,
    timeoutSeconds: 60,
    async run({ accountId, orderCode }) {
      if (await readIsBusiness(parts.platform, accountId)) return
      const order = await readBookOrder(parts.platform, orderCode)
      if (order?.accountId === accountId) await storeBooks(parts, order)
    },
  }
}
