import { type Kysely, sql } from 'kysely'
import { emailKey } from '../../platform/emailKey.ts'
import type { Platform } from '../../platform/platform.ts'
import type { WidgetsTables } from '../tables.ts'

/** Maximum number of mails with links to books that an address gets per day (UTC), from all customers together. */
const mailsPerDay = 3
/** How long a recipient can undo the stop of the mails. */
const hoursToUndo = 24

const today = sql<string>`(now() at time zone 'utc')::date`

/** What we store of a recipient who has no account: a hash that cannot be turned back into the address. */
export function hashOfRecipient({ limits }: Pick<Platform, 'limits'>, email: string): string {
  return limits.hash(`widgets.recipient ${emailKey(email)}`)
}

/** Counts a mail to an address. @returns false if the address has already got the maximum number of mails of today */
export async function takeRecipientMail(database: Kysely<WidgetsTables>, addressHash: string): Promise<boolean> {
  const { rows } = await sql`
    insert into widgets.recipient_mails as counted (address_hash, day, count) values (${addressHash}, ${today}, 1)
    on conflict (address_hash, day) do update set count = counted.count + 1
    where counted.count < ${mailsPerDay} returning count`.execute(database)
  return rows.length > 0
}

/** Undoes the count of a mail that the mail server did not accept, because the mail will be sent and counted again. */
export async function giveBackRecipientMail(database: Kysely<WidgetsTables>, addressHash: string): Promise<void> {
  await database
    .updateTable('recipient_mails')
    .set({ count: sql<number>`count - 1` })
    .where('address_hash', '=', addressHash)
    .where('day', '=', today)
    .where('count', '>', 0)
    .execute()
}

/** Whether a recipient wants no mails of this kind. */
export async function hasStopped(database: Kysely<WidgetsTables>, addressHash: string): Promise<boolean> {
  return (await findStopped(database, addressHash)) !== undefined
}

/** Stops all mails of this kind to an address. Stopping them again changes nothing. */
export async function stopMails(database: Kysely<WidgetsTables>, addressHash: string): Promise<void> {
  await database
    .insertInto('stopped_recipients')
    .values({ address_hash: addressHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Undoes `stopMails`, but only within a day, so that somebody who finds an old or forwarded mail cannot restart the
 * mails.
 */
export async function undoStop(database: Kysely<WidgetsTables>, addressHash: string): Promise<void> {
  await database
    .deleteFrom('stopped_recipients')
    .where('address_hash', '=', addressHash)
    .where('stopped_at', '>', sql<Date>`clock_timestamp() - make_interval(hours => ${hoursToUndo}::int)`)
    .execute()
}

/** Whether the mails to an address are stopped, and whether this can be undone. */
export interface Stop {
  readonly isStopped: boolean
  readonly canUndo: boolean
}

export async function readStop(database: Kysely<WidgetsTables>, addressHash: string): Promise<Stop> {
  const stoppedAt = await findStopped(database, addressHash)
  if (!stoppedAt) return { isStopped: false, canUndo: false }
  return { isStopped: true, canUndo: Date.now() - stoppedAt.getTime() < hoursToUndo * 3_600_000 }
}

async function findStopped(database: Kysely<WidgetsTables>, addressHash: string): Promise<Date | undefined> {
  const row = await database
    .selectFrom('stopped_recipients')
    .select('stopped_at')
    .where('address_hash', '=', addressHash)
    .executeTakeFirst()
  return row?.stopped_at
}
