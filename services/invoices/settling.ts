import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { JobQueue, Platform } from '../platform/platform.ts'
import { type Contact, readContact } from './contact.ts'
import { issueCreditNote, issueInvoice } from './issuing.ts'
import type { InvoicesTables, OrdersTable } from './tables.ts'

export const settleQueueName = 'invoices.settle'

const payload = z.object({})
const batchSize = 100
const dueOrdersPerJob = 1_000
/** The longest pause (seconds) before an order is tried again. The first pause is a second; each failure doubles it. */
const longestPause = 300

type OrderKey = Pick<Selectable<OrdersTable>, 'account_id' | 'order_code'>

/**
 * Issues the documents of the orders that are due, in the order of their events. Each event queues this job. The job
 * queues itself again for the orders that wait. It also runs every five minutes, in case a job was lost.
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
 * Settles all waiting orders of the accounts that have a due order. An order that fails becomes due again after a
 * pause, so it does not keep other orders waiting. The customers service is called only for accounts with a due order.
 */
async function settleOrders(platform: Platform, database: Kysely<InvoicesTables>, signal: AbortSignal): Promise<void> {
  const contacts = new Map<string, Promise<Contact>>()
  const accountIds = await selectDueAccounts(database)
  for (let after = -1; !signal.aborted && accountIds.length > 0;) {
    const waiting = await selectWaiting(database, accountIds, after)
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
        await postpone(database, order)
      }
    }
  }
  await queueNextTry(platform, database)
}

/** The accounts of the orders that have been due for longest. `queueNextTry` queues a job for the other orders. */
async function selectDueAccounts(database: Kysely<InvoicesTables>): Promise<readonly string[]> {
  const due = await database
    .selectFrom('orders')
    .select('account_id')
    .where('is_settled', '=', false)
    .where('next_try_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('next_try_at')
    .limit(dueOrdersPerJob)
    .execute()
  return [...new Set(due.map(({ account_id: accountId }) => accountId))]
}

/**
 * All waiting orders of these accounts, including those that are not due, because the orders of an account wait for the
 * same reason.
 * @param after the position of the last order that was read before
 */
async function selectWaiting(database: Kysely<InvoicesTables>, accountIds: readonly string[], after: number) {
  return database
    .selectFrom('orders')
    .select(['account_id', 'order_code', 'position', 'tries'])
    .where('is_settled', '=', false)
    .where('position', '>', after)
    .where('account_id', '=', sql<string>`any(${[...accountIds]}::uuid[])`)
    .orderBy('position')
    .limit(batchSize)
    .execute()
}

async function postpone(
  database: Kysely<InvoicesTables>,
  { account_id: accountId, order_code: orderCode, tries }: OrderKey & { readonly tries: number },
): Promise<void> {
  const seconds = Math.min(longestPause, 2 ** Math.min(tries, 10))
  await database
    .updateTable('orders')
    .set({ tries: tries + 1, next_try_at: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds}::int)` })
    .where('account_id', '=', accountId)
    .where('order_code', '=', orderCode)
    .execute()
}

/** Queues a job for the time when the next waiting order is due. */
async function queueNextTry({ jobs }: Platform, database: Kysely<InvoicesTables>): Promise<void> {
  await database.transaction().execute(async (change) => {
    const { rows } = await sql<{ due: number | null; pause: number | null }>`
      select ceil(extract(epoch from min(next_try_at)))::float8 as due,
        ceil(extract(epoch from min(next_try_at) - clock_timestamp()))::float8 as pause
      from invoices.orders where not is_settled`.execute(change)
    const { due = null, pause = null } = rows[0] ?? {}
    if (due === null || pause === null) return
    // The key contains the due time (s): with one key for all times, this job would be dropped while another job waits
    // for a later order.
    const options = { key: `${settleQueueName}.${due}`, delaySeconds: Math.max(1, pause) }
    await jobs.enqueue(change, settleQueueName, {}, options)
  })
}

/**
 * Issues what an order needs, in one transaction: its invoice, and a credit note if it was cancelled after it was paid.
 * Both exist at most once, because the order is locked. The row of a private customer's order is deleted without a
 * document.
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
