import type { Kysely, Selectable, Transaction } from 'kysely'
import { z } from 'zod'
import type { JobQueue, Platform } from '../platform/platform.ts'
import { type Contact, readContact } from './contact.ts'
import { issueCreditNote, issueInvoice } from './issuing.ts'
import type { InvoicesTables, OrdersTable } from './tables.ts'

export const settleQueueName = 'invoices.settle'

const payload = z.object({})
const batchSize = 100

type OrderKey = Pick<Selectable<OrdersTable>, 'account_id' | 'order_code'>

/**
 * Issues the documents of the orders that wait for them, in the order of their events. It is queued by each event, and
 * every five minutes, for orders whose customer could not be read.
 */
export function settleQueue(platform: Platform, database: Kysely<InvoicesTables>): JobQueue<z.infer<typeof payload>> {
  return {
    name: settleQueueName,
    payload,
    concurrency: 1,
    retries: 4,
    timeoutSeconds: 600,
    cron: '1/5 * * * *',
    run: (_payload, signal) => settleOrders(platform, database, signal),
  }
}

/**
 * Settles all waiting orders. An order that fails does not keep the others waiting.
 * @throws Error if an order failed, so that the job is retried
 */
async function settleOrders(platform: Platform, database: Kysely<InvoicesTables>, signal: AbortSignal): Promise<void> {
  const contacts = new Map<string, Promise<Contact>>()
  const failures: unknown[] = []
  for (let after = -1; !signal.aborted;) {
    const waiting = await database
      .selectFrom('orders')
      .select(['account_id', 'order_code', 'position'])
      .where('is_settled', '=', false)
      .where('position', '>', after)
      .orderBy('position')
      .limit(batchSize)
      .execute()
    const last = waiting.at(-1)
    if (!last) break
    after = last.position
    for (const order of waiting) {
      signal.throwIfAborted()
      const contact = contacts.get(order.account_id) ?? readContact(platform, order.account_id)
      contacts.set(order.account_id, contact)
      try {
        await settle(platform, database, order, await contact)
      } catch (error) {
        platform.log.warn({ err: error, orderCode: order.order_code }, 'the invoice of an order was not issued yet')
        failures.push(error)
      }
    }
  }
  if (failures.length > 0) throw new Error(`${failures.length} orders have no invoice yet.`, { cause: failures[0] })
}

/**
 * Issues what an order needs, in one transaction: its invoice, and a credit note if it was cancelled after it was paid.
 * Both exist at most once, because the order is locked. Orders of private customers get nothing, and are forgotten.
 * @throws Error if it is not known yet whether the account is a business account
 */
async function settle(
  platform: Platform,
  database: Kysely<InvoicesTables>,
  { account_id: accountId, order_code: orderCode }: OrderKey,
  contact: Contact,
): Promise<void> {
  if (contact.business === null) throw new Error('It is not known yet whether the account is a business account.')
  await database.transaction().execute(async (change) => {
    const order = await lockWaiting(change, accountId, orderCode)
    if (!order) return
    const ofOrder = { account_id: accountId, order_code: orderCode }
    if (!contact.business) {
      await change
        .deleteFrom('orders')
        .where('account_id', '=', accountId)
        .where('order_code', '=', orderCode)
        .execute()
      return
    }
    if (order.data) {
      await issueInvoice(platform, change, { ...ofOrder, order: order.data, contact })
      if (order.cancelled_at) await issueCreditNote(platform, change, { ...ofOrder, cancelledAt: order.cancelled_at })
    }
    await change
      .updateTable('orders')
      .set({ is_settled: true })
      .where('account_id', '=', accountId)
      .where('order_code', '=', orderCode)
      .execute()
  })
}

/** Undefined if another process has settled the order meanwhile. */
async function lockWaiting(change: Transaction<InvoicesTables>, accountId: string, orderCode: string) {
  return change
    .selectFrom('orders')
    .select(['data', 'cancelled_at'])
    .where('account_id', '=', accountId)
    .where('order_code', '=', orderCode)
    .where('is_settled', '=', false)
    .forUpdate()
    .executeTakeFirst()
}
