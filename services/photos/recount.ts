import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { inTransaction } from './transactions.ts'
import type { JobQueue, Platform } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'

const payload = z.object({})

const accountsPerPage = 20
const albumsPerPage = 100
const lowestId = '00000000-0000-0000-0000-000000000000'
/** An arbitrary lock number. Two recounts at the same time would correct a difference twice. */
const recountLock = 7_215_003

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
    timeoutSeconds: 6 * 3_600,
    cron: '17 3 * * *',
    run: async (_payload, signal) => {
      const corrected = await recount(database, signal)
      if (corrected > 0) platform.log.error({ corrected }, 'corrected wrong photo counts of months and albums')
    },
  }
}

/**
 * Corrects the photo counts of months and albums, page by page; returns how many were wrong. Locks no table: a photo
 * and its count change in the same transaction, so one statement sees both or neither. Corrections add the difference,
 * so that they do not undo changes that are made meanwhile.
 */
export async function recount(database: Kysely<PhotosTables>, signal?: AbortSignal): Promise<number> {
  return (
    (await inPages(signal, (after) => recountMonths(database, after))) +
    (await inPages(signal, (after) => recountAlbums(database, after)))
  )
}

interface Page {
  /** The last id of the page; null if no page follows. */
  readonly last: string | null
  readonly corrected: number
}

async function inPages(signal: AbortSignal | undefined, run: (after: string) => Promise<Page>): Promise<number> {
  let corrected = 0
  for (let after: string | null = lowestId; after !== null;) {
    signal?.throwIfAborted()
    const page: Page = await run(after)
    corrected += page.corrected
    after = page.last
  }
  return corrected
}

async function recountMonths(database: Kysely<PhotosTables>, after: string): Promise<Page> {
  return inTransaction(database, async (change) => {
    await sql`select pg_advisory_xact_lock(${recountLock})`.execute(change)
    const owners = await selectOwners(change, after)
    const { rows } = await sql`
      insert into photos.month_counts as counts (owner_id, month, count)
      select owner_id, month, coalesce(actual.count, 0) - coalesce(kept.count, 0)
      from (
        select owner_id, taken_month as month, count(*)::integer as count
        from photos.photos where owner_id = any(${owners}::uuid[]) group by owner_id, taken_month
      ) as actual
      full join (
        select owner_id, month, count from photos.month_counts where owner_id = any(${owners}::uuid[])
      ) as kept using (owner_id, month)
      where coalesce(actual.count, 0) <> coalesce(kept.count, 0)
      order by owner_id, month
      on conflict (owner_id, month) do update set count = counts.count + excluded.count
      returning month`.execute(change)
    await sql`delete from photos.month_counts where owner_id = any(${owners}::uuid[]) and count = 0`.execute(change)
    return { last: owners.at(-1) ?? null, corrected: rows.length }
  })
}

/** The next accounts that have photos or counts, by their ids. Each is found by one step in an index. */
async function selectOwners(database: Kysely<PhotosTables>, after: string): Promise<string[]> {
  const { rows } = await sql<{ owner_id: string }>`
    with recursive owners as (
      (select owner_id, 1 as number from (${ownerAfter(sql`${after}::uuid`)}) as first)
      union all
      select next.owner_id, number + 1 from owners
      cross join lateral (${ownerAfter(sql`owners.owner_id`)}) as next
      where number < ${accountsPerPage}::int
    )
    select owner_id from owners order by owner_id`.execute(database)
  return rows.map(({ owner_id: ownerId }) => ownerId)
}

function ownerAfter(id: RawBuilder<unknown>) {
  return sql`
    select owner_id from (
      (select owner_id from photos.photos where owner_id > ${id} order by owner_id limit 1)
      union all
      (select owner_id from photos.month_counts where owner_id > ${id} order by owner_id limit 1)
    ) as candidates order by owner_id limit 1`
}

async function recountAlbums(database: Kysely<PhotosTables>, after: string): Promise<Page> {
  return inTransaction(database, async (change) => {
    await sql`select pg_advisory_xact_lock(${recountLock})`.execute(change)
    const page = await sql<{ id: string }>`
      select id from photos.albums where id > ${after} order by id limit ${albumsPerPage}`.execute(change)
    const ids = page.rows.map(({ id }) => id)
    const { rows } = await sql`
      update photos.albums set photos_count = photos_count + difference.count
      from (
        select id, count(photo_id)::integer - photos_count as count
        from photos.albums as counted left join photos.album_photos on album_id = id
        where id = any(${ids}::uuid[]) group by id
      ) as difference
      where albums.id = difference.id and difference.count <> 0 returning albums.id`.execute(change)
    return { last: ids.at(-1) ?? null, corrected: rows.length }
  })
}
