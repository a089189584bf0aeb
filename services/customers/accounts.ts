import { type Kysely, sql } from 'kysely'
import type { CustomersTables } from './tables.ts'

/** The data of a new account, from its event. */
export interface NewAccount {
  readonly id: string
  readonly email: string
  /** Null, here and below, means unknown. */
  readonly name: string | null
  readonly locale: string | null
  readonly brand: string | null
  /** The time of registration, in ISO 8601. */
  readonly registered: string
  readonly confirmed: boolean
  readonly business: boolean
}

/** The answer to `GET /accounts/getaccountinformation`. Times are in UTC. */
export interface AccountInformation {
  readonly delayedDeletionDate: string | null
  readonly lastOrderDate: string | null
  readonly projectCount: number
  readonly projectedDeletionDate: string
  readonly registrationDate: string
}

/** How to write to an account's owner. */
export interface Contact {
  readonly email: string
  readonly name: string | null
  readonly locale: string | null
  readonly brand: string | null
  /** False if the address must get no mail before it is confirmed. */
  readonly confirmed: boolean
  /** True for a business account, which gets invoices. */
  readonly business: boolean
}

/** The time of the last stored order of an account. An order event may arrive before the event of its account. */
const latestOrder = sql`(select max(placed_at) from customers.orders where account_id = item.id)`

/** Inserts registered accounts, and completes those that were inserted before their event arrived. */
export async function writeAccounts(database: Kysely<CustomersTables>, accounts: readonly NewAccount[]): Promise<void> {
  await sql`
    insert into customers.accounts as known (id, email, name, locale, brand, confirmed, business, registered_at, last_order_at)
    select distinct on (id) id, email, name, locale, brand, confirmed, business, registered, ${latestOrder}
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb)
      as item(id uuid, email text, name text, locale text, brand text, confirmed boolean, business boolean, registered timestamptz)
    on conflict (id) do update set email = excluded.email, confirmed = excluded.confirmed, business = excluded.business, name = coalesce(excluded.name, known.name),
      locale = coalesce(excluded.locale, known.locale), brand = coalesce(excluded.brand, known.brand),
      registered_at = least(known.registered_at, excluded.registered_at),
      last_order_at = greatest(known.last_order_at, excluded.last_order_at)`.execute(database)
}

/** Stores that these accounts have confirmed their addresses. */
export async function confirmAccounts(database: Kysely<CustomersTables>, ids: readonly string[]): Promise<void> {
  await database.updateTable('accounts').set({ confirmed: true }).where('id', 'in', ids).execute()
}

/**
 * Inserts an account that has no event because the account is older than such events. Its retention period starts now.
 * Does nothing if the account is known.
 */
export async function insertIfUnknown(
  database: Kysely<CustomersTables>,
  account: { readonly id: string; readonly email: string; readonly name?: string; readonly business: boolean },
): Promise<void> {
  await sql`
    insert into customers.accounts (id, email, name, business, registered_at, last_order_at)
    select item.id, ${account.email}, ${account.name ?? null}, ${account.business}, now(), ${latestOrder}
    from (select cast(${account.id} as uuid) as id) as item
    on conflict do nothing`.execute(database)
}

/**
 * @returns undefined if the account is unknown
 */
export async function readInformation(
  database: Kysely<CustomersTables>,
  id: string,
): Promise<AccountInformation | undefined> {
  const { rows } = await sql<{
    delayed: Date | null
    ordered: Date | null
    projects: number
    projected: Date
    registered: Date
  }>`
    select delayed_at - clock_offset as delayed, last_order_at - clock_offset as ordered,
      coalesce((select count from customers.project_counts where account_id = accounts.id), 0) as projects,
      projected_at - clock_offset as projected, registered_at - clock_offset as registered
    from customers.accounts where id = ${id}`.execute(database)
  const row = rows[0]
  return (
    row && {
      delayedDeletionDate: row.delayed?.toISOString() ?? null,
      lastOrderDate: row.ordered?.toISOString() ?? null,
      projectCount: row.projects,
      projectedDeletionDate: row.projected.toISOString(),
      registrationDate: row.registered.toISOString(),
    }
  )
}

/**
 * @returns undefined if the account is unknown
 */
export async function readContact(database: Kysely<CustomersTables>, id: string): Promise<Contact | undefined> {
  return database
    .selectFrom('accounts')
    .select(['email', 'name', 'locale', 'brand', 'confirmed', 'business'])
    .where('id', '=', id)
    .executeTakeFirst()
}
