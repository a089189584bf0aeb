import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { accountsPerPage, beginning, type Place, placeAfter, withPhotos } from './accountPages.ts'
import { remindAll } from './reminders.ts'
import { accountConsumer, orderPlaced } from './accountEvents.ts'
import { isOpen } from './closings.ts'
import { readPause } from './pause.ts'
import { isAnnounced, postpone } from './postponement.ts'
import type { JobQueue, Platform } from '../platform/platform.ts'
import type { CustomersTables } from './tables.ts'

export const retentionQueueName = 'customers.retention'
const payload = z.object({})

/** Thrown if accounts have orders whose events are not handled yet. */
class UnhandledOrders extends Error {
  readonly accountIds: ReadonlySet<string>

  constructor(accountIds: ReadonlySet<string>) {
    super('Some orders are not handled yet.')
    this.name = 'UnhandledOrders'
    this.accountIds = accountIds
  }
}

/** Runs every hour: deletes the photos whose date has come, then sends reminders. */
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

/** The earlier of this machine's time and the database's time, so that a fast clock deletes no photos early. */
async function earlierNow(database: Kysely<CustomersTables>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(database)
  return new Date(Math.min(Date.now(), rows[0]?.now.getTime() ?? 0))
}

/** An account whose deletion date has come. */
export interface Due {
  readonly id: string
  readonly email: string
  readonly deletionAt: Date
  readonly isAnnounced: boolean
  /** The position of the account in the order of the pages. */
  readonly place: string
}

/** Reads a page of the accounts whose deletion date is not after this moment. */
export async function readDue(database: Kysely<CustomersTables>, now: Date, after: Place = beginning): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, email, deletion_at as "deletionAt", ${isAnnounced(now)} as "isAnnounced", deletion_at::text as place
    from customers.accounts
    where deletion_at <= ${now} and ${isOpen}
      and (deletion_at, id) > (cast(${after.moment} as timestamptz), cast(${after.id} as uuid))
    order by deletion_at, id limit ${accountsPerPage}`.execute(database)
  return rows
}

/**
 * Finds the accounts of a page that keep their photos for another month, because their owners were not warned in time.
 */
export async function findUnannounced(platform: Platform, page: readonly Due[]): Promise<Due[]> {
  return withPhotos(
    platform,
    page.filter((account) => !account.isAnnounced),
  )
}

/** Deletes the photos of all accounts whose date has come, page by page; returns the number of accounts. */
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
    const kept = new Set(await findUnannounced(platform, page))
    await postpone(platform, database, now, [...kept])
    const due = page.filter((account) => !kept.has(account))
    count += await deletePage(platform, database, now, due)
    after = placeAfter(page)
    if (!after || signal?.aborted) return count
  }
}

/** Deletes the photos of one page of accounts. Skips accounts that have unhandled orders. */
async function deletePage(
  platform: Platform,
  database: Kysely<CustomersTables>,
  now: Date,
  page: readonly Due[],
): Promise<number> {
  let left = page
  while (left.length > 0) {
    try {
      return await deleteInOneTransaction(platform, database, now, left)
    } catch (error) {
      if (!(error instanceof UnhandledOrders)) throw error
      left = left.filter(({ id }) => !error.accountIds.has(id))
    }
  }
  return 0
}

/**
 * Starts a new retention period for each account at its deletion date, and appends the events that delete all photos
 * added up to that date. Accounts that another process has locked are left to that process or to the next run.
 * Until the commit, no other event of these accounts can be committed. So every order is handled already, or its event is
 * found here as unhandled, or it is placed after the deletion.
 */
async function deleteInOneTransaction(
  platform: Platform,
  database: Kysely<CustomersTables>,
  now: Date,
  page: readonly Due[],
): Promise<number> {
  // The caller has postponed the unannounced accounts with photos, so the unannounced accounts of this page have no
  // photos.
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
    const ordered = await platform.events.ownersWithUnhandled(change, { consumer: accountConsumer, types, owners: ids })
    if (ordered.size > 0) throw new UnhandledOrders(ordered)
    return rows.length
  })
}

/** Sets the date of the last order from the stored orders if the account's row has an earlier date or none. */
async function countOrders(change: Transaction<CustomersTables>, ids: readonly string[]): Promise<void> {
  await sql`
    update customers.accounts set last_order_at = latest.placed_at
    from (
      select account_id, max(placed_at) as placed_at from customers.orders
      where account_id = any(${[...ids]}::uuid[]) group by account_id
    ) as latest
    where id = account_id and (last_order_at is null or last_order_at < latest.placed_at)`.execute(change)
}
