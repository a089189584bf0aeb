import { type Kysely, sql } from 'kysely'
import { daysKept } from './counts.ts'
import type { AnalyticsTables, FeedbackTable } from './tables.ts'

/** Maximum number of entries per day, so that a flood cannot fill the disk. */
export const maximumEntriesPerDay = 2_000

/** One entry, as the operator reads it. */
export type Feedback = Pick<FeedbackTable, 'brand' | 'locale' | 'rating' | 'text'>

/**
 * Adds an entry, unless its id is stored already.
 * @returns false if the day already has the maximum number of entries
 */
export async function addFeedback(
  database: Kysely<AnalyticsTables>,
  { id, brand, locale, rating, text }: Feedback & { readonly id: string },
  maximumEntries = maximumEntriesPerDay,
): Promise<boolean> {
  // If another request has stored the same entry meanwhile, the update returns it: the last line cannot read it yet.
  const { rows } = await sql<{ known: boolean }>`
    with added as (
      insert into analytics.feedback (id, brand, locale, rating, text)
      select ${id}::uuid, ${brand}::text, ${locale}::text, ${rating}::smallint, ${text}::text
      where ${maximumEntries}::int > (
        select count(*) from analytics.feedback where day = (now() at time zone 'utc')::date
      )
      on conflict (id) do update set id = excluded.id returning id
    )
    select true as known from added union all select true from analytics.feedback where id = ${id}::uuid`.execute(
    database,
  )
  return rows.length > 0
}

/** Lists the entries of a day. */
export async function listFeedback(database: Kysely<AnalyticsTables>, day: string): Promise<readonly Feedback[]> {
  return database
    .selectFrom('feedback')
    .select(['brand', 'locale', 'rating', 'text'])
    .where('day', '=', day)
    .orderBy('brand')
    .orderBy('id')
    .execute()
}

/** Deletes entries that are too old. */
export async function deleteOldFeedback(database: Kysely<AnalyticsTables>): Promise<void> {
  await sql`delete from analytics.feedback where day < now() - make_interval(days => ${daysKept}::int)`.execute(
    database,
  )
}
