import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { CustomersTables } from './tables.ts'

/**
 * The shortest time between the last reminder and the deletion. Customers would not read a later reminder in time. The
 * last reminder is planned a full day before the deletion.
 */
const shortestNoticeMilliseconds = 12 * 3_600_000

/** True if a reminder that is not recorded yet would be too late for this deletion date. */
export function isTooLateFor(deletionAt: Date, now: Date): boolean {
  return deletionAt.getTime() - now.getTime() < shortestNoticeMilliseconds
}

/**
 * True if the account was warned as planned: the last reminder is recorded, and the deletion date is in the future or
 * passed less than a day ago. The result can be false after an outage, with a wrong clock, after an old backup was
 * restored, or if the date became known late.
 */
export function isAnnounced(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(reminded = 4 and deletion_at > least(${now}::timestamptz, now()) - interval '1 day')`
}

/** Postpones unannounced deletions to a month from now, with new reminders. */
export async function postpone(
  platform: Platform,
  database: Kysely<CustomersTables>,
  now: Date,
  accounts: readonly { readonly id: string }[],
): Promise<void> {
  if (accounts.length === 0) return
  platform.log.warn(
    { accounts: accounts.length },
    'deletions postponed: the owners of the photos were not reminded in time',
  )
  await sql`
    update customers.accounts set delayed_at = ${now}::timestamptz + interval '1 month' + clock_offset
    where id = any(${accounts.map(({ id }) => id)}::uuid[])
      and deletion_at <= ${new Date(now.getTime() + shortestNoticeMilliseconds)}
      and not ${isAnnounced(now)}`.execute(database)
}
