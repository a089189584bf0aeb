import { type Kysely, sql, type Transaction } from 'kysely'
import { v5 as uuidv5 } from 'uuid'
import { z } from 'zod'
import { demoAccounts, demoOrders } from '../platform/demo.ts'
import type { JobQueue, Platform } from '../platform/platform.ts'
import { emailKey } from '../platform/emailKey.ts'
import type { WidgetsContext } from './context.ts'
import { addDemoEntries } from './demoGallery.ts'
import { type OrderedBook, readBookOrder } from './orderedBooks.ts'
import { queuePreparation } from './queues.ts'
import { lockOrder, pagesOf, storeBooks } from './storing.ts'
import type { WidgetsTables } from './tables.ts'

/** An arbitrary UUID: the namespace of the id of the shared link. */
const namespace = '5f0f7f0e-6a0b-4d5c-9d7d-3f3f1a1c6b52'
const demoQueueName = 'widgets.demo'
/**
 * How long (s) a job waits after a photo has arrived, so that it also handles the photos that arrive meanwhile, and so
 * that the orders service handles the photo first.
 */
const delaySeconds = 3
/** Only this many of the newest orders with photo books get online books. */
const maximumOrders = 8
const daysOfLink = 90

const [anna, ben] = demoAccounts
const payload = z.object({})

type Parts = Pick<WidgetsContext, 'platform' | 'database'>

const ordersSchema = z.object({
  items: z.array(
    z.object({
      orderCode: z.string(),
      status: z.string(),
      products: z.array(z.object({ articleName: z.string() })),
    }),
  ),
})

/**
 * Makes books of the demo account's orders. Demo orders append no events, and get their photos while the demo pictures
 * are being drawn, so each new photo queues a job that adds what is missing.
 */
export function addDemoBooks(parts: Parts): void {
  const { platform, database } = parts
  platform.jobs.define(demoQueue(parts))
  platform.events.consume({
    name: 'widgets.demo',
    database,
    types: ['photo.added'],
    handle: async (events, change) => {
      if (!events.some(({ owner }) => owner === anna.id)) return
      await platform.jobs.enqueue(change, demoQueueName, {}, { key: demoQueueName, delaySeconds })
    },
  })
}

function demoQueue(parts: Parts): JobQueue<z.infer<typeof payload>> {
  return {
    name: demoQueueName,
    payload,
    concurrency: 1,
    retries: 20,
    timeoutSeconds: 120,
    async run() {
      const codes: string[] = []
      for (const orderCode of await readOrderCodes(parts.platform)) {
        const order = await readBookOrder(parts.platform, orderCode)
        codes.push(...(order?.books.map((book) => book.orderCode) ?? []))
        // A book without photos would fail.
        const books = order?.books.filter(({ photoIds }) => photoIds.length > 0) ?? []
        if (!order || books.length === 0) continue
        await storeBooks(parts, { ...order, books })
        for (const book of books) await addPages(parts, order.orderCode, book)
      }
      await shareOnce(parts.database)
      await addDemoEntries(parts.database, codes)
    },
  }
}

/** The codes of the newest orders of the demo account that have photo books. */
async function readOrderCodes({ config, http }: Platform): Promise<readonly string[]> {
  const url = `${config.urls.orders}/accounts/${anna.id}/personal-data/orders`
  const { items } = await http.call({ url, asService: true, answer: ordersSchema })
  return items
    .filter(({ status, products }) => status !== 'Cancelled' && products.some(isBook))
    .slice(0, maximumOrders)
    .map(({ orderCode }) => orderCode)
}

function isBook({ articleName }: { readonly articleName: string }): boolean {
  return articleName === 'PhotoBook'
}

/** Adds pages for photos that the line has got since the book was made. The book can be opened meanwhile. */
async function addPages({ platform, database }: Parts, orderCode: string, book: OrderedBook): Promise<void> {
  await database.transaction().execute(async (change) => {
    await lockOrder(change, orderCode)
    const { rows } = await sql<{ account_id: string; pages: number }>`
      select account_id, (select count(*)::integer from widgets.widget_pages where widget_pages.code = widgets.code) as pages
      from widgets.widgets where code = ${book.orderCode}`.execute(change)
    const [widget] = rows
    const added = pagesOf(book).slice(widget?.pages ?? 0)
    if (!widget || added.length === 0) return
    await change.insertInto('widget_pages').values(added).execute()
    await queuePreparation(platform, change, { accountId: widget.account_id, code: book.orderCode })
  })
}

/**
 * Shares the book of the customer's first order in `demoOrders` with the second demo account. Does so only once: an
 * ended link stays ended.
 */
async function shareOnce(database: Kysely<WidgetsTables>): Promise<void> {
  const named = demoOrders.find(({ accountId }) => accountId === anna.id)
  const code = `${named?.code}-1`
  await database.transaction().execute(async (change) => {
    const found = await change
      .selectFrom('widgets')
      .select('code')
      .where('code', '=', code)
      .where('account_id', '=', anna.id)
      .executeTakeFirst()
    if (!found) return
    const isNew = await change
      .insertInto('demo_accounts')
      .values({ account_id: anna.id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('account_id')
      .executeTakeFirst()
    if (isNew) await share(change, code)
  })
}

async function share(change: Transaction<WidgetsTables>, code: string): Promise<void> {
  await change
    .insertInto('links')
    .values({
      id: uuidv5(code, namespace),
      code,
      account_id: anna.id,
      kind: 'recipient',
      recipient_email: ben.email,
      recipient_key: emailKey(ben.email),
      sender_name: anna.name,
      message: null,
      brand: 'keepsake',
      locale: 'en-GB',
      expires_at: sql<Date>`now() + make_interval(days => ${daysOfLink}::int)`,
      mail_state: 'sent',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
