import { type Kysely, sql } from 'kysely'
import type { CustomersTables } from './tables.ts'

const day = 86_400_000

/** How soon photos can be made to go, to look at; `due`: the next run deletes them. */
export const storageStatuses = ['safe', 'warning', 'critical', 'tomorrow', 'today', 'due'] as const
export type DemoStorageStatus = (typeof storageStatuses)[number]

/** When photos would be deleted, for the storage to have a status at a moment. */
export function deletionDateFor(status: DemoStorageStatus, now: Date): Date {
  const midnight = Math.floor(now.getTime() / day) * day + day
  const moments: Readonly<Record<DemoStorageStatus, number>> = {
    safe: now.getTime() + 280 * day,
    warning: now.getTime() + 50 * day,
    critical: now.getTime() + 12 * day,
    tomorrow: midnight + day / 2,
    // The last moment of the day, so that it is today for as long as it can be.
    today: midnight - 1,
    due: now.getTime() - 60_000,
  }
  return new Date(moments[status])
}

/** Where there is no demo no clock is another, whatever was looked at in one before. */
export async function putClocksRight(database: Kysely<CustomersTables>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from customers.accounts where clock_offset <> '0'`.execute(database)
  for (const { id } of rows) await setClock(database, id, null)
}

/**
 * Puts an account's clock to where photos go at a moment, or right again (null). What has happened meanwhile stays. For a
 * moment that is less than a day away it is as if all reminders had been sent.
 */
export async function setClock(database: Kysely<CustomersTables>, id: string, deletion: Date | null): Promise<void> {
  await database.transaction().execute(async (change) => {
    // Orders are written down by the real clock; a deletion in the future was one by the moved clock.
    await sql`
      update customers.accounts set
        last_order_at = (select max(placed_at) from customers.orders where account_id = accounts.id),
        emptied_at = case when emptied_at > now() then emptied_at - clock_offset else emptied_at end,
        delayed_at = delayed_at - clock_offset, clock_offset = '0'
      where id = ${id}`.execute(change)
    if (!deletion) return
    await sql`
      update customers.accounts
      set clock_offset = make_interval(secs => extract(epoch from deletion_at - ${deletion})::double precision),
        delayed_at = delayed_at + (deletion_at - ${deletion})
      where id = ${id}`.execute(change)
    await sql`
      update customers.accounts set reminded = 4
      where id = ${id} and deletion_at <= now() + interval '1 day'`.execute(change)
  })
}
