import { type Kysely, sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Platform, PlatformEvent } from '../platform/platform.ts'
import { isUuid } from '../platform/requests.ts'
import { type PaidOrder, paidOrderOf } from './paidOrder.ts'
import { settleQueueName } from './settling.ts'
import type { InvoicesTables } from './tables.ts'

const cancelled = 'order.cancelled'

/** The events of orders that this service consumes. */
const orderEventTypes: readonly string[] = ['order.paid', 'order.dispatched', cancelled]

const cancelledSchema = z.object({
  orderCode: z.string().min(1).max(100).toUpperCase(),
  cancelled: z.iso.datetime().nullish(),
})

/** Consumes the events of orders. */
export function consumeOrderEvents(platform: Platform, database: Kysely<InvoicesTables>): void {
  platform.events.consume({
    name: 'invoices.orders',
    database,
    types: orderEventTypes,
    handle: (events, change) => handleOrderEvents(events, change, platform),
  })
}

/**
 * Stores paid and cancelled orders, and queues the job that issues their documents. Only the first event that says that
 * an order is paid counts. An order that was cancelled before that event gets no invoice. Repeated events change
 * nothing.
 */
async function handleOrderEvents(
  events: readonly PlatformEvent[],
  change: Transaction<InvoicesTables>,
  { jobs, log }: Platform,
): Promise<void> {
  for (const event of events) {
    if (!isUuid(event.owner)) {
      log.error({ position: event.position }, 'the event of an order names no account')
    } else if (event.type === cancelled) await storeCancelled(event, change, log)
    else await storePaid(event, change, log)
  }
  // One job settles all orders, in the order of their events, so that numbers and dates increase together.
  await jobs.enqueue(change, settleQueueName, {}, { key: settleQueueName })
}

async function storePaid(event: PlatformEvent, change: Transaction<InvoicesTables>, log: Logger): Promise<void> {
  const order = readOrder(event, log)
  if (!order) return
  await change
    .insertInto('orders')
    .values({
      account_id: event.owner,
      order_code: order.orderCode,
      position: event.position,
      data: JSON.stringify(order),
      cancelled_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Null if the order gets no invoice, or if its data is wrong. Wrong data throws no error, because the event would be
 * retried, and the retries would block the events of all other orders.
 */
function readOrder({ data, position, type }: PlatformEvent, log: Logger): PaidOrder | null {
  try {
    return paidOrderOf(data)
  } catch (error) {
    log.error({ err: error, position, type }, 'an order has no invoice, because its event is wrong')
    return null
  }
}

async function storeCancelled(event: PlatformEvent, change: Transaction<InvoicesTables>, log: Logger): Promise<void> {
  const { data, success } = cancelledSchema.safeParse(event.data)
  if (!success) {
    log.error({ position: event.position }, 'the event of a cancelled order names no order')
    return
  }
  const cancelledAt = data.cancelled ? new Date(data.cancelled) : new Date()
  await change
    .insertInto('orders')
    .values({
      account_id: event.owner,
      order_code: data.orderCode,
      position: event.position,
      data: null,
      cancelled_at: cancelledAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'order_code'])
        // Make the order due now. Its next try may still be in the future, even if the order is settled: an order that
        // waits for its next try is settled early when another order of the account is due.
        .doUpdateSet({
          cancelled_at: cancelledAt,
          is_settled: false,
          tries: 0,
          next_try_at: sql<Date>`clock_timestamp()`,
        })
        .where(sql<boolean>`orders.cancelled_at is null`),
    )
    .execute()
}
