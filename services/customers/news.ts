import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { type NewAccount, writeAccounts } from './accounts.ts'
import { isUuid } from '../platform/requests.ts'
import type { Logger } from 'pino'
import type { PlatformEvent } from '../platform/platform.ts'
import type { CustomersTables } from './tables.ts'

/** The consumer of what happens to accounts, and the event that keeps photos for another 18 months. */
export const newsConsumer = 'customers.accounts'
export const orderPlaced = 'order.placed'
const registered = 'account.registered'

/** What this service hears of. */
export const newsTypes: readonly string[] = [registered, orderPlaced]

const longestCode = 500
/** What is no instant that the database has, or one to come, is put right: no event may hold up those behind it. */
const instant = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(Math.min(Math.max(Date.parse(text), 0), Date.now())).toISOString())
const accountSchema = z.object({
  email: z.string(),
  name: z.string(),
  locale: z.string().nullable(),
  brand: z.string().nullable(),
  registered: instant,
})
/** Photos are kept by an order that is not told as it should be, too. */
const orderSchema = z
  .object({
    orderCode: z.string().min(1).max(longestCode).optional().catch(undefined),
    placed: instant.optional().catch(undefined),
  })
  .catch({})

/** Takes in accounts that have registered and orders that were placed. */
export async function hearNews(
  events: readonly PlatformEvent[],
  change: Transaction<CustomersTables>,
  log: Logger,
): Promise<void> {
  const known = events.filter(({ owner, position, type }) => {
    if (isUuid(owner)) return true
    log.error({ position, type }, 'an event is about no account')
    return false
  })
  const accounts = known.filter(({ type }) => type === registered).flatMap(accountOf)
  if (accounts.length > 0) await writeAccounts(change, accounts)
  const orders = known.filter(({ type }) => type === orderPlaced).map((event) => orderOf(event, log))
  if (orders.length > 0) await writeOrders(change, orders)
}

/** Events of before told of the id alone: such an account is met when it first asks. */
function accountOf({ owner, data }: PlatformEvent): NewAccount[] {
  const account = accountSchema.safeParse(data)
  return account.success ? [{ id: owner, ...account.data }] : []
}

interface Order {
  readonly owner: string
  readonly orderCode: string
  /** ISO. */
  readonly placed: string
}

function orderOf({ owner, position, data }: PlatformEvent, log: Logger): Order {
  const { orderCode, placed } = orderSchema.parse(data)
  if (orderCode === undefined || placed === undefined) {
    log.error({ position, owner }, 'an order is not told as it should be: it counts as one of now')
  }
  return { owner, orderCode: orderCode ?? `event ${position}`, placed: placed ?? new Date().toISOString() }
}

/** An order counts once, and one that is older than the last changes nothing. */
async function writeOrders(change: Transaction<CustomersTables>, orders: readonly Order[]): Promise<void> {
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
