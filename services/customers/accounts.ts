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
  readonly business: boolean | null
}

/** The account of a request, as its token describes it. */
interface Caller {
  readonly id: string
  readonly email: string
  readonly name?: string
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
  /** True for a business account, which gets invoices. Null: not known yet. */
  readonly business: boolean | null
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
    on conflict (id) do update set email = excluded.email, confirmed = excluded.confirmed,
      business = coalesce(excluded.business, known.business), name = coalesce(excluded.name, known.name),
      locale = coalesce(excluded.locale, known.locale), brand = coalesce(excluded.brand, known.brand),
      registered_at = least(known.registered_at, excluded.registered_at),
      last_order_at = greatest(known.last_order_at, excluded.last_order_at)`.execute(database)
}

/** Stores that these accounts have confirmed their addresses. */
export async function confirmAccounts(database: Kysely<CustomersTables>, ids: readonly string[]): Promise<void> {
  await database.updateTable('accounts').set({ confirmed: true }).where('id', 'in', ids).execute()
}

/** Stores the new e-mail address of an account, which its owner has confirmed. */
export async function setEmail(database: Kysely<CustomersTables>, id: string, email: string): Promise<void> {
  await database.updateTable('accounts').set({ email, confirmed: true }).where('id', '=', id).execute()
}

/**
 * Inserts an account that has no event because the account is older than such events. Its retention period starts now.
 * If the account is stored already, stores only whether it is a business account, and only if this was unknown.
 */
export async function insertOrComplete(database: Kysely<CustomersTables>, account: Caller): Promise<void> {
  await sql`
    insert into customers.accounts as known (id, email, name, business, registered_at, last_order_at)
    select item.id, ${account.email}, ${account.name ?? null}, ${account.business}, now(), ${latestOrder}
    from (select cast(${account.id} as uuid) as id) as item
    on conflict (id) do update set business = excluded.business where known.business is null`.execute(database)
}

/** Reads the information of the account that makes a request. Stores facts from its token that are not known yet. */
export async function readInformationOfCaller(
  database: Kysely<CustomersTables>,
  caller: Caller,
): Promise<AccountInformation> {
  const known = await readRow(database, caller.id)
  if (known && known.business !== null) return toInformation(known)
  await insertOrComplete(database, caller)
  const stored = await readRow(database, caller.id)
  if (!stored) throw new Error('An account that was just inserted was not found.')
  return toInformation(stored)
}

/**
 * @returns undefined if the account is unknown
 */
export async function readInformation(
  database: Kysely<CustomersTables>,
  id: string,
): Promise<AccountInformation | undefined> {
  const row = await readRow(database, id)
  return row && toInformation(row)
}

interface InformationRow {
  readonly delayed: Date | null
  readonly ordered: Date | null
  readonly projects: number
  readonly projected: Date
  readonly registered: Date
  readonly business: boolean | null
}

async function readRow(database: Kysely<CustomersTables>, id: string): Promise<InformationRow | undefined> {
  const { rows } = await sql<InformationRow>`
    select delayed_at - clock_offset as delayed, last_order_at - clock_offset as ordered,
      coalesce((select count from customers.project_counts where account_id = accounts.id), 0) as projects,
      projected_at - clock_offset as projected, registered_at - clock_offset as registered, business
    from customers.accounts where id = ${id}`.execute(database)
  return rows[0]
}

function toInformation(row: InformationRow): AccountInformation {
  return {
    delayedDeletionDate: row.delayed?.toISOString() ?? null,
    lastOrderDate: row.ordered?.toISOString() ?? null,
    projectCount: row.projects,
    projectedDeletionDate: row.projected.toISOString(),
    registrationDate: row.registered.toISOString(),
  }
}

/**
 * Reads how to reach an account. The profile takes precedence over what was entered at registration.
 * @returns undefined if the account is unknown
 */
export async function readContact(database: Kysely<CustomersTables>, id: string): Promise<Contact | undefined> {
  const { rows } = await sql<Contact>`
    select email, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), name) as name,
      coalesce(profile.locale, account.locale) as locale, brand, confirmed, business
    from customers.accounts as account
    left join customers.profiles as profile on profile.account_id = account.id
    where account.id = ${id}`.execute(database)
  return rows[0]
}
