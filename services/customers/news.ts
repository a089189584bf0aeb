import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { type NewAccount, writeAccounts } from './accounts.ts'
import type { PlatformEvent } from '../platform/platform.ts'
import type { CustomersTables } from './tables.ts'

/** The consumer of what happens to accounts, and the event that keeps photos for another 18 months. */
export const newsConsumer = 'customers.accounts'
export const orderPlaced = 'order.placed'
const registered = 'account.registered'

/** What this service hears of. */
export const newsTypes: readonly string[] = [registered, orderPlaced]

const accountSchema = z.object({
  email: z.string(),
  name: z.string(),
  locale: z.string(),
  brand: z.string(),
  registered: z.iso.datetime(),
})
const orderSchema = z.object({ orderCode: z.string().min(1), placed: z.iso.datetime({ offset: true }) })

/** Takes in accounts that have registered and orders that were placed. */
export async function hearNews(events: readonly PlatformEvent[], change: Transaction<CustomersTables>): Promise<void> {
  const accounts = events.filter(({ type }) => type === registered).flatMap(accountOf)
  if (accounts.length > 0) await writeAccounts(change, accounts)
  const orders = events.filter(({ type }) => type === orderPlaced)
  if (orders.length > 0) await writeOrders(change, orders)
}

/** Events of before told of the id alone: such an account is met when it first asks. */
function accountOf({ owner, data }: PlatformEvent): NewAccount[] {
  const account = accountSchema.safeParse(data)
  return account.success ? [{ id: owner, ...account.data }] : []
}

/** An order counts once, and one that is older than the last changes nothing. None is placed in the future. */
async function writeOrders(change: Transaction<CustomersTables>, events: readonly PlatformEvent[]): Promise<void> {
  const orders = events.map(({ owner, data }) => ({ owner, ...orderSchema.parse(data) }))
  await sql`
    with placed as (
      insert into customers.orders (account_id, code, placed_at)
      select owner, "orderCode", least(placed, now())
      from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as item(owner uuid, "orderCode" text, placed timestamptz)
      on conflict do nothing returning account_id, placed_at
    ), latest as (
      select account_id, max(placed_at) as placed_at from placed group by account_id
    )
    update customers.accounts set last_order_at = latest.placed_at + clock_offset
    from latest
    where id = latest.account_id
      and (last_order_at is null or last_order_at < latest.placed_at + clock_offset)`.execute(change)
}
