import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { inTransaction } from './transactions.ts'
import type { JobQueue, Platform } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'

const payload = z.object({})

/**
 * Counts the photos of each month and album again every night. A difference would be a bug, so it is logged and
 * corrected.
 */
export function recountQueue(platform: Platform, database: Kysely<PhotosTables>): JobQueue<z.infer<typeof payload>> {
  return {
    name: 'photos.recount',
    payload,
    concurrency: 1,
    retries: 2,
    timeoutSeconds: 1_800,
    cron: '17 3 * * *',
    run: async () => {
      const corrected = await recount(database)
      if (corrected > 0) platform.log.error({ corrected }, 'corrected wrong photo counts of months and albums')
    },
  }
}

/** Corrects the photo counts of months and albums; returns how many were wrong. */
export async function recount(database: Kysely<PhotosTables>): Promise<number> {
  return (await recountMonths(database)) + (await recountAlbums(database))
}

async function recountMonths(database: Kysely<PhotosTables>): Promise<number> {
  return database.transaction().execute(async (change) => {
    // The lock waits for transactions that have changed counts and have not committed. Transactions that change counts
    // later wait for this one, and add to the corrected counts.
    await sql`lock table photos.month_counts in exclusive mode`.execute(change)
    const corrected = await sql<{ month: number }>`
      insert into photos.month_counts as counts (owner_id, month, count)
      select owner_id, month, coalesce(actual.count, 0)
      from (
        select owner_id, taken_month as month, count(*)::integer as count
        from photos.photos group by owner_id, taken_month
      ) as actual
      full join photos.month_counts as kept using (owner_id, month)
      where coalesce(actual.count, 0) <> coalesce(kept.count, 0)
      on conflict (owner_id, month) do update set count = excluded.count
      returning month
    `.execute(change)
    await change.deleteFrom('month_counts').where('count', '=', 0).execute()
    return corrected.rows.length
  })
}

/**
 * Corrects the counts of albums. Uses a separate transaction, so that the locks on both tables are never held at the
 * same time.
 */
async function recountAlbums(database: Kysely<PhotosTables>): Promise<number> {
  return inTransaction(database, async (change) => {
    await sql`lock table photos.albums in exclusive mode`.execute(change)
    const { rows } = await sql`
      update photos.albums set photos_count = actual.count
      from (
        select id, count(photo_id)::integer as count
        from photos.albums as counted left join photos.album_photos on album_id = id group by id
      ) as actual
      where albums.id = actual.id and albums.photos_count <> actual.count returning albums.id`.execute(change)
    return rows.length
  })
}
