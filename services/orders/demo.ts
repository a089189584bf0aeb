import { sql, type Transaction } from 'kysely'
import { shopUrlOf } from '../platform/brands/brand.ts'
import { demoAccounts, demoOrders } from '../platform/demo.ts'
import type { Platform, PlatformEvent } from '../platform/platform.ts'
import { linePhotos, maximumThumbnails } from './linePhotos.ts'
import { isPaid, type Order } from './order.ts'
import { eventOf, type NewEvent } from './orderEvents.ts'
import { insertOrders } from './placing.ts'
import { orderOf, recentStories, type Story, storiesOf } from './stories.ts'
import type { OrdersTables } from './tables.ts'

const keyPrefix = 'demo-'
/** Maximum number of photos in a demo photo book: enough for an online book. */
const photosOfBook = 24
const bookCodes = demoOrders.filter(({ title }) => title.startsWith('Photo book')).map(({ code }) => `${code}-1`)
/** Maximum number of lines that show the same photo. */
const linesPerPhoto = 3

const [anna, ben, studio] = demoAccounts
/** The other demo accounts have no orders. */
const histories = [
  { accountId: anna.id, stories: storiesOf(130) },
  {
    accountId: ben.id,
    stories: [recentStories[7], recentStories[12], recentStories[13], ...storiesOf(17).slice(15)].filter(
      (one) => !!one,
    ),
  },
  { accountId: studio.id, stories: storiesOf(44) },
] as const

/**
 * Adds past orders of the demo accounts, unless they exist already. For the orders of the business account, appends the
 * events `order.paid` and `order.cancelled`, from which invoices are made. For the orders of the other accounts,
 * appends no events. `order.placed` is never appended, because this event would start a new storage period. The
 * simulator does not advance these orders.
 */
export async function addDemoOrders(platform: Platform): Promise<void> {
  const database = platform.database<OrdersTables>('orders')
  const known = await database
    .selectFrom('super_orders')
    .select('id')
    .where('account_id', '=', anna.id)
    .where('request_key', '=', keyOf(0))
    .executeTakeFirst()
  if (known) return
  const now = new Date()
  const [brand] = platform.brands.all()
  const orders = histories.flatMap(({ accountId, stories }) =>
    ordersOf({ accountId, shopUrl: shopUrlOf(brand) }, stories, now),
  )
  await database.transaction().execute(async (change) => {
    await insertOrders(change, orders)
    await platform.events.append(change, invoicingEvents(orders.filter((order) => order.account_id === studio.id)))
  })
}

/** The events of payments and cancellations, oldest first. */
function invoicingEvents(orders: readonly Order[]): NewEvent[] {
  const types = { Paid: 'order.paid', Cancelled: 'order.cancelled' } as const
  const events = orders
    .filter(isPaid)
    .flatMap((order) =>
      order.timeline.flatMap(({ at, kind }) =>
        kind === 'Paid' || kind === 'Cancelled' ? [{ at, event: eventOf(order, types[kind]) }] : [],
      ),
    )
  return events.toSorted((one, other) => one.at.localeCompare(other.at)).map(({ event }) => event)
}

/**
 * Adds each new photo of a demo account to lines of its demo orders, beginning with the newest order. Drawing the demo
 * pictures takes minutes, so the orders are added before the photos.
 */
export async function addDemoPhotos(
  events: readonly PlatformEvent[],
  change: Transaction<OrdersTables>,
): Promise<void> {
  const owners: readonly string[] = histories.map(({ accountId }) => accountId)
  const added = events.filter(({ type, owner }) => type === 'photo.added' && owners.includes(owner))
  for (const { owner, data } of added) {
    await sql`
      with chosen as (
        update orders.sub_orders set photos_count = photos_count + 1
        where code in (
          select sub_orders.code from orders.sub_orders join orders.super_orders on super_orders.id = super_order_id
          where sub_orders.account_id = ${owner} and request_key like ${`${keyPrefix}%`}
            and photos_count < case when sub_orders.code = any(${bookCodes}::text[])
              then ${photosOfBook}::int else ${maximumThumbnails}::int end
          order by sub_orders.placed_at desc, sub_orders.code limit ${linesPerPhoto}
        ) returning code, photos_count
      )
      insert into orders.line_photos (line_code, position, photo_id, is_missing)
      select code, photos_count - 1, photo.id, ${linePhotos.isDeleted(sql`photo.id`)}
      from chosen, (select (${JSON.stringify(data)}::jsonb ->> 'imageId')::uuid as id) as photo`.execute(change)
  }
}

function keyOf(index: number): string {
  return keyPrefix + index
}

/**
 * The orders of an account. The newest delivered orders become the `demoOrders`, to which the demo data of other
 * services refers.
 */
function ordersOf(
  { accountId, shopUrl }: { readonly accountId: string; readonly shopUrl: string },
  stories: readonly Story[],
  now: Date,
): Order[] {
  const delivered = stories.filter(({ until }) => until === 'delivered')
  const named = new Map(
    demoOrders.filter((one) => one.accountId === accountId).map((one, index) => [delivered[index], one]),
  )
  return stories.map((story, index) =>
    orderOf(story, { accountId, index, key: keyOf(index), now, shopUrl, named: named.get(story) }),
  )
}
