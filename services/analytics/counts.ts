import { type Kysely, sql } from 'kysely'
import type { AnalyticsTables, DailyCountsTable } from './tables.ts'

/** Maximum number of different counts per day, so that a flood of invented names cannot fill the table. */
export const maximumRowsPerDay = 5_000
/**
 * How many days counts and feedback are kept: long enough to compare a month with the same month of the year before.
 */
export const daysKept = 400

/** What is counted. */
export type Counted = Pick<DailyCountsTable, 'brand' | 'kind' | 'name' | 'variant'>

/**
 * Adds one to the count of each entry. A count that the day does not have yet is added only while the day has fewer
 * than `maximumRows` counts.
 */
export async function addCounts(
  database: Kysely<AnalyticsTables>,
  counted: readonly Counted[],
  maximumRows = maximumRowsPerDay,
): Promise<void> {
  const entries = sql.join(
    counted.map(
      ({ brand, kind, name, variant }) => sql`(${brand}::text, ${kind}::text, ${name}::text, ${variant}::text)`,
    ),
  )
  // Sorted, so that two transactions lock the same rows in the same order.
  await sql`
    with today as (select (now() at time zone 'utc')::date as day),
    entries as (
      select brand, kind, name, variant, count(*) as count
      from (values ${entries}) as entry (brand, kind, name, variant) group by 1, 2, 3, 4
    ),
    room as (
      select ${maximumRows}::int > (select count(*) from analytics.daily_counts join today using (day)) as has_room
    )
    insert into analytics.daily_counts as counts (day, brand, kind, name, variant, count)
    select today.day, entries.brand, entries.kind, entries.name, entries.variant, entries.count
    from entries cross join today cross join room
    where has_room or exists (
      select from analytics.daily_counts known
      where known.day = today.day and known.brand = entries.brand and known.kind = entries.kind
        and known.name = entries.name and known.variant = entries.variant
    )
    order by 2, 3, 4, 5
    on conflict (day, brand, kind, name, variant) do update set count = counts.count + excluded.count`.execute(database)
}

/** Lists what was counted on a day. */
export async function listCounts(
  database: Kysely<AnalyticsTables>,
  day: string,
): Promise<readonly (Counted & { readonly count: number })[]> {
  const rows = await database
    .selectFrom('daily_counts')
    .select(['brand', 'kind', 'name', 'variant', 'count'])
    .where('day', '=', day)
    .orderBy('brand')
    .orderBy('kind')
    .orderBy('name')
    .orderBy('variant')
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** Deletes counts that are too old. */
export async function deleteOldCounts(database: Kysely<AnalyticsTables>): Promise<void> {
  await sql`delete from analytics.daily_counts where day < now() - make_interval(days => ${daysKept}::int)`.execute(
    database,
  )
}
