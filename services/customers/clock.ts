import { type Kysely, sql } from 'kysely'
import type { CustomersTables } from './tables.ts'

const day = 86_400_000

/** The storage statuses that the demo can show. `due`: the next run deletes the photos. */
export const storageStatuses = ['safe', 'warning', 'critical', 'tomorrow', 'today', 'due'] as const
export type DemoStorageStatus = (typeof storageStatuses)[number]

/** The deletion date that gives the storage this status now. */
export function deletionDateFor(status: DemoStorageStatus, now: Date): Date {
  const midnight = Math.floor(now.getTime() / day) * day + day
  const moments: Readonly<Record<DemoStorageStatus, number>> = {
    safe: now.getTime() + 280 * day,
    warning: now.getTime() + 50 * day,
    critical: now.getTime() + 12 * day,
    tomorrow: midnight + day / 2,
    // The last moment of the day, so that the status stays `today` as long as possible.
    today: midnight - 1,
    due: now.getTime() - 60_000,
  }
  return new Date(moments[status])
}

/**
 * Resets the clocks of all accounts. Called if the demo is off, because an earlier start with the demo may have moved
 * clocks.
 */
export async function resetClocks(database: Kysely<CustomersTables>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from customers.accounts where clock_offset <> '0'`.execute(database)
  for (const { id } of rows) await setClock(database, id, null)
}

/**
 * Sets an account's clock so that its photos are deleted at the time `deletion`; null resets the clock. Does not change
 * stored events. If the deletion is at most a day away, all reminders count as sent.
 */
export async function setClock(database: Kysely<CustomersTables>, id: string, deletion: Date | null): Promise<void> {
  await database.transaction().execute(async (change) => {
    // First resets the clock, and shifts times back. The stored times of orders need no shift, because they are real
    // times. `emptied_at` needs it only if it is in the future: then it was stored while the clock was shifted.
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
