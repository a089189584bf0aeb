import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { accountsPerPage, beginning, type Place, placeBehind, withPhotos } from './accountPages.ts'
import { remindAll } from './reminders.ts'
import { newsConsumer, orderPlaced } from './news.ts'
import { readPause } from './pause.ts'
import { isAnnounced, postpone } from './postponement.ts'
import type { JobQueue, Platform } from '../platform/platform.ts'
import type { CustomersTables } from './tables.ts'

export const retentionQueueName = 'customers.retention'
const payload = z.object({})

/** Orders that were placed before the date, and that this service has not heard of yet. */
class OrdersOnTheirWay extends Error {
  readonly accountIds: ReadonlySet<string>

  constructor(accountIds: ReadonlySet<string>) {
    super('Orders are on their way.')
    this.name = 'OrdersOnTheirWay'
    this.accountIds = accountIds
  }
}

/** Every hour: deletes what is due, then reminds of what will be. */
export function retentionQueue(
  platform: Platform,
  database: Kysely<CustomersTables>,
): JobQueue<z.infer<typeof payload>> {
  return {
    name: retentionQueueName,
    payload,
    concurrency: 1,
    retries: 10,
    timeoutSeconds: 3_600,
    cron: '11 * * * *',
    run: async (_, signal) => {
      const pausedUntil = await readPause(database)
      if (pausedUntil) return platform.log.warn({ pausedUntil }, 'retention is paused')
      const now = await earlierNow(database)
      await deleteDue(platform, database, now, signal)
      await remindAll(platform, database, now, signal)
    },
  }
}

/** By the clock of this machine or that of the database: one that is ahead deletes nothing. */
async function earlierNow(database: Kysely<CustomersTables>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(database)
  return new Date(Math.min(Date.now(), rows[0]?.now.getTime() ?? 0))
}

/** An account whose date has come. */
export interface Due {
  readonly id: string
  readonly email: string
  readonly deletionAt: Date
  readonly isAnnounced: boolean
  /** Where it stands in the order of the pages. */
  readonly place: string
}

/** A page of the accounts whose date has come by a moment. */
export async function readDue(database: Kysely<CustomersTables>, now: Date, after: Place = beginning): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, email, deletion_at as "deletionAt", ${isAnnounced(now)} as "isAnnounced", deletion_at::text as place
    from customers.accounts
    where deletion_at <= ${now}
      and (deletion_at, id) > (cast(${after.moment} as timestamptz), cast(${after.id} as uuid))
    order by deletion_at, id limit ${accountsPerPage}`.execute(database)
  return rows
}

/** Those of the accounts whose photos stay for another month, since nobody would expect them to go now. */
export async function unannounced(platform: Platform, page: readonly Due[]): Promise<Due[]> {
  return withPhotos(
    platform,
    page.filter((account) => !account.isAnnounced),
  )
}

/** Has the photos of all accounts deleted whose date has come, page by page; answers how many accounts. */
export async function deleteDue(
  platform: Platform,
  database: Kysely<CustomersTables>,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0
  let after: Place | undefined
  for (;;) {
    const page = await readDue(database, now, after)
    const kept = new Set(await unannounced(platform, page))
    await postpone(platform, database, now, [...kept])
    const due = page.filter((account) => !kept.has(account))
    count += await deletePage(platform, database, now, due)
    after = placeBehind(page)
    if (!after || signal?.aborted) return count
  }
}

/** One page, but for accounts with orders on their way. */
async function deletePage(
  platform: Platform,
  database: Kysely<CustomersTables>,
  now: Date,
  page: readonly Due[],
): Promise<number> {
  let left = page
  while (left.length > 0) {
    try {
      return await deleteTogether(platform, database, now, left)
    } catch (error) {
      if (!(error instanceof OrdersOnTheirWay)) throw error
      left = left.filter(({ id }) => !error.accountIds.has(id))
    }
  }
  return 0
}

/**
 * The periods begin anew with the date, and the libraries are told to delete what came in up to it. Accounts that
 * somebody else has locked are left to them or to the next run. Appending keeps other appenders out until the
 * commit, so an order is either seen here, heard already, or placed after the deletion.
 */
async function deleteTogether(
  platform: Platform,
  database: Kysely<CustomersTables>,
  now: Date,
  page: readonly Due[],
): Promise<number> {
  const empty = page.filter((account) => !account.isAnnounced).map(({ id }) => id)
  return database.transaction().execute(async (change) => {
    const locked = await sql<{ id: string }>`
      select id from customers.accounts
      where id = any(${page.map(({ id }) => id)}::uuid[]) and deletion_at <= ${now}
        and (${isAnnounced(now)} or id = any(${empty}::uuid[]))
      order by id for update skip locked`.execute(change)
    const candidates = locked.rows.map(({ id }) => id)
    await countOrders(change, candidates)
    const { rows } = await sql<{ id: string; before: string }>`
      with due as materialized (
        select id, to_char(deletion_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as before
        from customers.accounts where id = any(${candidates}::uuid[]) and deletion_at <= ${now}
      )
      update customers.accounts set emptied_at = coalesce(delayed_at, projected_at), delayed_at = null
      from due where accounts.id = due.id returning accounts.id, due.before`.execute(change)
    const ids = rows.map(({ id }) => id)
    await platform.events.append(
      change,
      rows.map(({ id, before }) => ({ type: 'library.retention-due', owner: id, data: { before } })),
    )
    const types = [orderPlaced]
    const ordered = await platform.events.ownersWithUnhandled(change, { consumer: newsConsumer, types, owners: ids })
    if (ordered.size > 0) throw new OrdersOnTheirWay(ordered)
    return rows.length
  })
}

/** Whatever else is kept of an account: the orders themselves are what counts. */
async function countOrders(change: Transaction<CustomersTables>, ids: readonly string[]): Promise<void> {
  await sql`
    update customers.accounts set last_order_at = latest.placed_at
    from (
      select account_id, max(placed_at) as placed_at from customers.orders
      where account_id = any(${[...ids]}::uuid[]) group by account_id
    ) as latest
    where id = account_id and (last_order_at is null or last_order_at < latest.placed_at)`.execute(change)
}
