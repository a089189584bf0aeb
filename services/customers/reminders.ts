import { type Kysely, sql } from 'kysely'
import { accountsPerPage, beginning, type Place, placeAfter, withPhotos } from './accountPages.ts'
import { isOpen } from './closings.ts'
import { isTooLateFor, postpone } from './postponement.ts'
import { reminderMailQueueName } from './reminderMails.ts'
import type { Platform } from '../platform/platform.ts'
import type { CustomersTables } from './tables.ts'

/** An account that needs a reminder. */
export interface Reminder {
  readonly id: string
  readonly email: string
  readonly deletionAt: Date
  /** 1 to 4: three months, one month, one week or one day before the deletion. */
  readonly number: number
  /** The position of the account in the order of the pages. */
  readonly place: string
}

/**
 * Records every reminder that is due, and queues a job that sends it. If a reminder would be too late, postpones the
 * deletion instead. After a pause only the latest reminder of an account is recorded. Accounts without photos are
 * skipped, but the next run checks them again, because photos may have been added.
 */
export async function remindAll(
  platform: Platform,
  database: Kysely<CustomersTables>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  let after: Place | undefined
  for (;;) {
    const page = await readReminders(database, now, after)
    const filled = await withPhotos(platform, page)
    const late = filled.filter(({ deletionAt }) => isTooLateFor(deletionAt, now))
    await postpone(platform, database, now, late)
    await record(
      platform,
      database,
      now,
      filled.filter((reminder) => !late.includes(reminder)),
    )
    after = placeAfter(page)
    if (!after || signal?.aborted) return
  }
}

/**
 * Reads a page of the accounts that have an unrecorded reminder due at this moment, whether or not they have photos.
 */
export async function readReminders(
  database: Kysely<CustomersTables>,
  now: Date,
  after: Place = beginning,
): Promise<Reminder[]> {
  const { rows } = await sql<Reminder>`
    select id, email, deletion_at as "deletionAt", customers.reminders_due(deletion_at, ${now}) as number,
      remind_at::text as place
    from customers.accounts
    where remind_at <= ${now} and deletion_at > ${now} and ${isOpen}
      and (remind_at, id) > (cast(${after.moment} as timestamptz), cast(${after.id} as uuid))
    order by remind_at, id limit ${accountsPerPage}`.execute(database)
  return rows
}

/**
 * Records the reminders of a page. Skips accounts that have changed since the page was read, and accounts that another
 * process is recording.
 */
async function record(
  platform: Platform,
  database: Kysely<CustomersTables>,
  now: Date,
  reminders: readonly Reminder[],
): Promise<void> {
  if (reminders.length === 0) return
  await database.transaction().execute(async (change) => {
    const { rows } = await sql<{ id: string; owner: string }>`
      with due as materialized (
        select id, customers.reminders_due(deletion_at, ${now}) as number from customers.accounts
        where id = any(${reminders.map(({ id }) => id)}::uuid[]) and remind_at <= ${now} and deletion_at > ${now}
        for update skip locked
      ), reminded as (
        update customers.accounts set reminded = due.number from due where accounts.id = due.id
        returning accounts.id, deletion_at, reminded
      )
      insert into customers.reminders (account_id, deletion_at, number) select * from reminded
      on conflict do nothing returning id, account_id as owner`.execute(change)
    for (const { id, owner } of rows) {
      await platform.jobs.enqueue(change, reminderMailQueueName, { reminderId: id }, { key: id, owner })
    }
  })
}
