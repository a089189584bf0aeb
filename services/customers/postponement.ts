import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { CustomersTables } from './tables.ts'

/** The last reminder comes a day before. Later than this it would not be read in time. */
const shortestNoticeMilliseconds = 12 * 3_600_000

/** Whether a reminder that was not written down yet comes too late for a date. */
export function isTooLateFor(deletionAt: Date, now: Date): boolean {
  return deletionAt.getTime() - now.getTime() < shortestNoticeMilliseconds
}

/**
 * Everything went as it should: the last reminder was written down, and the date has not come, or only just. It does not
 * after an outage, with a clock that is wrong, an old backup, or dates that came to be known late.
 */
export function isAnnounced(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(reminded = 4 and deletion_at > least(${now}::timestamptz, now()) - interval '1 day')`
}

/** Gives accounts whose photos would go unannounced another month, and the reminders that belong to it. */
export async function postpone(
  platform: Platform,
  database: Kysely<CustomersTables>,
  now: Date,
  accounts: readonly { readonly id: string }[],
): Promise<void> {
  if (accounts.length === 0) return
  platform.log.warn({ accounts: accounts.length }, 'nobody was reminded in time of photos that are due: they stay')
  await sql`
    update customers.accounts set delayed_at = ${now}::timestamptz + interval '1 month' + clock_offset
    where id = any(${accounts.map(({ id }) => id)}::uuid[])
      and deletion_at <= ${new Date(now.getTime() + shortestNoticeMilliseconds)}
      and not ${isAnnounced(now)}`.execute(database)
}
