import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { JobQueue } from '../platform/platform.ts'
import type { MailingTables } from './tables.ts'

const payload = z.object({})
/** How long expired and used links are kept, so that their page can say what has happened. */
const daysOfLinks = 30
/** After this many days, a request that was not confirmed is forgotten. */
const daysPending = 30
const daysOfCounts = 2

/** Runs every hour: deletes old links, counts, and requests that were never confirmed. */
export function upkeepQueue(database: Kysely<MailingTables>): JobQueue<z.infer<typeof payload>> {
  return {
    name: 'mailing.upkeep',
    payload,
    concurrency: 1,
    retries: 2,
    timeoutSeconds: 300,
    cron: '37 * * * *',
    run: () => deleteOldRecords(database),
  }
}

export async function deleteOldRecords(database: Kysely<MailingTables>): Promise<void> {
  await sql`
    delete from mailing.opt_in_links where expires_at < now() - make_interval(days => ${daysOfLinks}::int)`.execute(
    database,
  )
  await sql`
    delete from mailing.opt_in_counts
    where day < (now() at time zone 'utc')::date - ${daysOfCounts}::int`.execute(database)
  const isForgotten = sql`state = 'pending' and requested_at < now() - make_interval(days => ${daysPending}::int)`
  await sql`delete from mailing.profiles where ${isForgotten} and confirmed_at is null`.execute(database)
  // The profile of a former subscriber stays: deleting it would delete the consents, which are evidence.
  await sql`update mailing.profiles set state = 'unsubscribed' where ${isForgotten}`.execute(database)
}
