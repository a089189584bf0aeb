import { demoAccounts, demoOrders } from '../platform/demo.ts'
import type { Platform } from '../platform/platform.ts'
import type { Order } from './order.ts'
import { insertOrders } from './placing.ts'
import { orderOf, recentStories, type Story, storiesOf } from './stories.ts'
import type { OrdersTables } from './tables.ts'

const [anna, ben, studio] = demoAccounts
/** The fourth demo account has no orders. */
const histories = [
  { accountId: anna.id, stories: storiesOf(130) },
  {
    accountId: ben.id,
    stories: [recentStories[7], recentStories[12], recentStories[13], ...storiesOf(17).slice(15)].filter(
      (one) => !!one,
    ),
  },
  { accountId: studio.id, stories: storiesOf(24) },
] as const

/**
 * Adds past orders of the demo accounts. They append no events, so that no storage period starts again. The simulator
 * leaves them as they are. Adds nothing if they exist.
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
  const orders = histories.flatMap(({ accountId, stories }) => ordersOf(accountId, stories, now))
  await database.transaction().execute((change) => insertOrders(change, orders))
}

function keyOf(index: number): string {
  return `demo-${index}`
}

/** The orders of an account. The newest delivered ones are those that other services name. */
function ordersOf(accountId: string, stories: readonly Story[], now: Date): Order[] {
  const delivered = stories.filter(({ until }) => until === 'delivered')
  const named = new Map(
    demoOrders.filter((one) => one.accountId === accountId).map((one, index) => [delivered[index], one]),
  )
  return stories.map((story, index) =>
    orderOf(story, { accountId, index, key: keyOf(index), now, named: named.get(story) }),
  )
}
