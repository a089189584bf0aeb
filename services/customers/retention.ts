import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { remindAll } from './reminders.ts'
import { newsConsumer, orderPlaced } from './news.ts'
import type { JobQueue, Platform } from '../platform/platform.ts'
import type { CustomersTables } from './tables.ts'

export const retentionQueueName = 'customers.retention'
const payload = z.object({})
const accountsPerPage = 200

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
      const now = new Date()
      await deleteDue(platform, database, now, signal)
      await remindAll(platform, database, now, signal)
    },
  }
}

/** Has the photos of all accounts deleted whose date has come, page by page; answers how many accounts. */
export async function deleteDue(
  platform: Platform,
  database: Kysely<CustomersTables>,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const kept = new Set<string>()
  let count = 0
  for (;;) {
    if (signal?.aborted) return count
    try {
      const deleted = await deletePage(platform, database, now, kept)
      if (deleted === 0) return count
      count += deleted
    } catch (error) {
      if (!(error instanceof OrdersOnTheirWay)) throw error
      for (const id of error.accountIds) kept.add(id)
    }
  }
}

interface Due {
  readonly id: string
  /** As the database writes it, in UTC: to the microsecond. */
  readonly before: string
}

/**
 * One page: the period begins anew with the date, and the library is told to delete what came in up to it. Accounts that
 * somebody else has locked are left to them or to the next run. Appending keeps other appenders out until the
 * commit, so an order is either seen here, heard already, or placed after the deletion.
 */
async function deletePage(
  platform: Platform,
  database: Kysely<CustomersTables>,
  now: Date,
  kept: ReadonlySet<string>,
): Promise<number> {
  return database.transaction().execute(async (change) => {
    const { rows } = await sql<Due>`
      select id, to_char(deletion_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as before
      from customers.accounts where deletion_at <= ${now} and not id = any(${[...kept]}::uuid[])
      order by deletion_at, id limit ${accountsPerPage} for update skip locked`.execute(change)
    if (rows.length === 0) return 0
    const ids = rows.map(({ id }) => id)
    await sql`
      update customers.accounts set emptied_at = coalesce(delayed_at, projected_at), delayed_at = null
      where id = any(${ids}::uuid[])`.execute(change)
    await platform.events.append(
      change,
      rows.map(({ id, before }) => ({ type: 'library.retention-due', owner: id, data: { before } })),
    )
    const types = [orderPlaced]
    const ordered = await platform.events.unhandled(change, { consumer: newsConsumer, types, owners: ids })
    if (ordered.size > 0) throw new OrdersOnTheirWay(ordered)
    return rows.length
  })
}
