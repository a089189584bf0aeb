import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { shopUrlOf } from '../platform/brands/brand.ts'
import type { Brands } from '../platform/brands/brands.ts'
import type { ServiceApp } from '../platform/contract.ts'
import { demoAccountOf } from '../platform/demo.ts'
import { insertOrders } from './placing.ts'
import type { OrdersDatabase } from './store.ts'
import { orderOf, storiesOf } from './stories.ts'

const maximumCount = 100_000
const ordersPerStatement = 500
const keyPrefix = 'synthetic-'

const fill = {
  summary: 'Adds orders of the last five years to a demo account',
  description: 'Only in a demo. The orders append no events, and the simulator leaves them as they are.',
  body: z.object({ email: z.string().min(1).max(254), count: z.number().int().min(1).max(maximumCount) }),
  response: { 200: z.object({ accountId: z.uuid(), created: z.number().int() }) },
  problems: { 404: ['NOT_FOUND'] },
}

/** Lets the operator add many orders to a demo account, to test long histories. */
export function registerSyntheticRoute(
  app: ServiceApp,
  { database, brands }: { readonly database: OrdersDatabase; readonly brands: Pick<Brands, 'all'> },
): void {
  app.post('/dev/synthetic', { config: { access: 'operator' }, schema: fill }, async ({ body: { email, count } }) => {
    const { id: accountId } = demoAccountOf(email)
    const known = await countSynthetic(database, accountId)
    const now = new Date()
    const shopUrl = shopUrlOf(brands.all()[0])
    const stories = storiesOf(count).slice(0, count)
    for (let start = 0; start < count; start += ordersPerStatement) {
      const orders = stories.slice(start, start + ordersPerStatement).map((story, place) => {
        const index = known + start + place
        return orderOf(story, { accountId, index, key: keyPrefix + index, now, shopUrl })
      })
      await database.transaction().execute((change) => insertOrders(change, orders))
      await setImmediate()
    }
    // Without new statistics, the planner's estimate stays too low for a minute.
    await sql`analyze orders.super_orders, orders.sub_orders, orders.parcels`.execute(database)
    return { accountId, created: count }
  })
}

async function countSynthetic(database: OrdersDatabase, accountId: string): Promise<number> {
  const { count } = await database
    .selectFrom('super_orders')
    .select((column) => column.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('request_key', 'like', `${keyPrefix}%`)
    .executeTakeFirstOrThrow()
  return Number(count)
}
