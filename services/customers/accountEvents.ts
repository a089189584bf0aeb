import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { closeAccount, reopenAccount } from './closings.ts'
import { confirmAccounts, type NewAccount, setEmail, writeAccounts } from './accounts.ts'
import { isUuid } from '../platform/requests.ts'
import type { Logger } from 'pino'
import type { PlatformEvent } from '../platform/platform.ts'
import type { CustomersTables } from './tables.ts'

/** The name of the consumer for events about accounts. */
export const accountConsumer = 'customers.accounts'
export const orderPlaced = 'order.placed'
const registered = 'account.registered'
const confirmed = 'account.confirmed'
const emailChanged = 'account.emailChanged'
const deletionScheduled = 'account.deletionScheduled'
export const deletionCancelled = 'account.deletionCancelled'

/** The events that this service consumes. */
export const accountEventTypes: readonly string[] = [
  registered,
  confirmed,
  emailChanged,
  deletionScheduled,
  deletionCancelled,
  orderPlaced,
]

const longestCode = 500
/**
 * Moves times before 1970 to 1970, and future times to now. No time is refused, because a failed event blocks all later
 * events.
 */
const instant = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(Math.min(Math.max(Date.parse(text), 0), Date.now())).toISOString())
const accountSchema = z.object({
  email: z.string(),
  name: z.string(),
  locale: z.string().nullable(),
  brand: z.string().nullable(),
  registered: instant,
  // Absent in events of earlier releases.
  confirmed: z.boolean().default(true),
  business: z.boolean().nullable().default(null),
})
const emailSchema = z.object({ email: z.string().min(1) })
/** Accepts an incomplete order as well, because every order postpones the deletion of the photos. */
const orderSchema = z
  .object({
    orderCode: z.string().min(1).max(longestCode).optional().catch(undefined),
    placed: instant.optional().catch(undefined),
  })
  .catch({})

/** Stores registered accounts, changed addresses, placed orders, and which accounts are marked for deletion. */
export async function handleAccountEvents(
  events: readonly PlatformEvent[],
  change: Transaction<CustomersTables>,
  log: Logger,
): Promise<void> {
  const known = events.filter(({ owner, position, type }) => {
    if (isUuid(owner)) return true
    log.error({ position, type }, 'an event does not name an account')
    return false
  })
  const accounts = known.filter(({ type }) => type === registered).flatMap(accountOf)
  if (accounts.length > 0) await writeAccounts(change, mergedById(accounts))
  const owners = known.filter(({ type }) => type === confirmed).map(({ owner }) => owner)
  if (owners.length > 0) await confirmAccounts(change, owners)
  for (const { owner, data } of known.filter(({ type }) => type === emailChanged)) {
    const changed = emailSchema.safeParse(data)
    if (changed.success) await setEmail(change, owner, changed.data.email)
    else log.error({ owner }, 'an event about a changed address has no address')
  }
  for (const { type, owner } of known) {
    if (type === deletionScheduled) await closeAccount(change, owner)
    if (type === deletionCancelled) await reopenAccount(change, owner)
  }
  const orders = known.filter(({ type }) => type === orderPlaced).map((event) => orderOf(event, log))
  if (orders.length > 0) await writeOrders(change, orders)
}

/**
 * The account of an event. Empty for events of older releases, which contain only the account’s id: such an account is
 * inserted at its first request.
 */
function accountOf({ owner, data }: PlatformEvent): NewAccount[] {
  const account = accountSchema.safeParse(data)
  return account.success ? [{ id: owner, ...account.data }] : []
}

/**
 * Merges the entries of each account into one. The latest entry counts. Facts that it lacks are taken from earlier
 * entries. The earliest time of registration counts.
 */
function mergedById(accounts: readonly NewAccount[]): NewAccount[] {
  const merged = new Map<string, NewAccount>()
  for (const account of accounts) {
    const earlier = merged.get(account.id)
    merged.set(account.id, {
      ...account,
      locale: account.locale ?? earlier?.locale ?? null,
      brand: account.brand ?? earlier?.brand ?? null,
      business: account.business ?? earlier?.business ?? null,
      registered: earlier && earlier.registered < account.registered ? earlier.registered : account.registered,
    })
  }
  return [...merged.values()]
}

interface Order {
  readonly owner: string
  readonly orderCode: string
  /** The time of the order, in ISO 8601. */
  readonly placed: string
}

function orderOf({ owner, position, data }: PlatformEvent, log: Logger): Order {
  const { orderCode, placed } = orderSchema.parse(data)
  if (orderCode === undefined || placed === undefined) {
    log.error(
      { position, owner },
      'an order event is incomplete: if its time is missing, the order counts as placed now',
    )
  }
  return { owner, orderCode: orderCode ?? `event ${position}`, placed: placed ?? new Date().toISOString() }
}

/** Stores each order once. Only an order that is later than the last known one changes the account. */
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
