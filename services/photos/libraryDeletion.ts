import { type Kysely, type Transaction, sql } from 'kysely'
import { z } from 'zod'
import { albumChanges, albumEvent } from './albums/members.ts'
import { photosPerRemoval, removalOf } from './announcements.ts'
import { deleteLocked } from './store.ts'
import { inTransaction } from './transactions.ts'
import type { JobQueue, Platform } from '../platform/platform.ts'
import type { DeletionReason, PhotosTables } from './tables.ts'

const queueName = 'photos.empty-library'
const payload = z.object({ ownerId: z.uuid().optional() })

/** A job works so long on one library, and queues itself again: others have their turn. */
const turnMilliseconds = 10_000
/** The request itself works first; the job is there for what it does not finish, or does not live to finish. */
const jobDelaySeconds = 3
const albumsPerBatch = 500

/**
 * Everything that is in a library at this moment is to go, in one transaction with the job that does it. Asked again
 * while it goes on, the moment is the later one.
 */
export async function beginDeletion(
  platform: Platform,
  database: Kysely<PhotosTables>,
  ownerId: string,
): Promise<void> {
  await database.transaction().execute((change) => planDeletion(platform, change, ownerId, { reason: 'customer' }))
}

/**
 * Everything that came into a library up to a moment, by default now, is to go, and a job does it. When the library's time
 * is over, albums that were there and are left empty go, too.
 * @param deletion.before as the database reads it
 */
export async function planDeletion(
  platform: Platform,
  change: Transaction<PhotosTables>,
  ownerId: string,
  { reason, before = null }: { readonly reason: DeletionReason; readonly before?: string | null },
): Promise<void> {
  await sql`
    insert into photos.library_deletions as begun (owner_id, before, reason)
    values (${ownerId}, coalesce(cast(${before} as timestamptz), clock_timestamp()), ${reason})
    on conflict (owner_id) do update set before = greatest(begun.before, excluded.before),
      reason = case when begun.reason = 'retention' then begun.reason else excluded.reason end,
      reached_month = default, reached_created_at = default, reached_id = default`.execute(change)
  await platform.jobs.enqueue(change, queueName, { ownerId }, { key: ownerId, delaySeconds: jobDelaySeconds })
}

/**
 * Deletes batch by batch until nothing is left, the time is up or the signal fires.
 * @returns whether nothing is left
 */
export async function continueDeletion(
  platform: Platform,
  database: Kysely<PhotosTables>,
  ownerId: string,
  until: { readonly milliseconds: number; readonly signal?: AbortSignal },
): Promise<boolean> {
  const end = performance.now() + until.milliseconds
  for (;;) {
    const isDone = await inTransaction(database, (change) => deleteBatch(platform, change, ownerId))
    if (isDone) return true
    if (performance.now() >= end || until.signal?.aborted) return false
  }
}

/** Goes on with the deletions that were begun; every few minutes it looks for those that nobody goes on with. */
export function libraryDeletionQueue(
  platform: Platform,
  database: Kysely<PhotosTables>,
): JobQueue<z.infer<typeof payload>> {
  const goOn = async (ownerId: string, delaySeconds?: number) =>
    database
      .transaction()
      .execute((change) =>
        platform.jobs.enqueue(
          change,
          queueName,
          { ownerId },
          { key: ownerId, ...(delaySeconds ? { delaySeconds } : {}) },
        ),
      )
  return {
    name: queueName,
    payload,
    concurrency: 2,
    retries: 10,
    timeoutSeconds: 300,
    cron: '*/5 * * * *',
    run: async ({ ownerId }, signal) => {
      if (ownerId === undefined) {
        const begun = await database.selectFrom('library_deletions').select('owner_id').execute()
        for (const { owner_id: owner } of begun) await goOn(owner, jobDelaySeconds)
        return
      }
      const isDone = await continueDeletion(platform, database, ownerId, { milliseconds: turnMilliseconds, signal })
      if (!isDone) await goOn(ownerId)
    },
  }
}

/**
 * One batch in the order of months. Its place is kept, so that no batch goes over what those before it have left
 * behind in the index. The row of the deletion is held meanwhile: two never work on one library at a time.
 * @returns whether it was the last
 */
async function deleteBatch(platform: Platform, change: Transaction<PhotosTables>, ownerId: string): Promise<boolean> {
  // Soon after many photos came in, the planner thinks that there are few, and would sort all of them for each batch.
  const { rows } = await sql<Progress>`
    select set_config('enable_bitmapscan', 'off', true), before::text, reason, reached_month as month, reached_created_at::text as created, reached_id as id
    from photos.library_deletions where owner_id = ${ownerId} for update`.execute(change)
  const progress = rows[0]
  if (!progress) return true
  const page = await readBatch(change, ownerId, progress)
  const last = page.at(-1)
  if (!last) return endDeletion(platform, change, ownerId, progress)
  const ids = page.map(({ id }) => id)
  // One that was uploaded again in this moment has come in anew, and stays.
  const { photos, albumIds } = await deleteLocked(change, ownerId, ids, progress.before)
  await sql`
    update photos.library_deletions set reached_month = ${last.month},
      reached_created_at = cast(${last.created} as timestamptz), reached_id = ${last.id}
    where owner_id = ${ownerId}`.execute(change)
  const albums = await albumChanges(change, albumIds)
  if (photos.length > 0) await platform.events.append(change, [removalOf(ownerId, photos), ...albums])
  return false
}

/** Behind the last photo. @returns whether nothing is left */
async function endDeletion(
  platform: Platform,
  change: Transaction<PhotosTables>,
  ownerId: string,
  { reason, before }: Progress,
): Promise<boolean> {
  const albums = reason === 'retention' ? await deleteEmptyAlbums(change, ownerId, before) : []
  const isDone = albums.length < albumsPerBatch
  if (isDone) await change.deleteFrom('library_deletions').where('owner_id', '=', ownerId).execute()
  await platform.events.append(
    change,
    albums.map((id) =>
      albumEvent('album.removed', { album_id: id, account_id: ownerId, is_owner: true, is_shared: false }),
    ),
  )
  return isDone
}

/** Those that others take part in stay. */
async function deleteEmptyAlbums(
  change: Transaction<PhotosTables>,
  ownerId: string,
  before: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with emptied as materialized (
      select id from photos.albums
      where owner_id = ${ownerId} and created_at <= cast(${before} as timestamptz) and photos_count = 0
        and not exists (select from photos.album_participants where album_id = albums.id)
      order by id limit ${albumsPerBatch} for update
    )
    delete from photos.albums where id = any(array(select id from emptied)) returning id`.execute(change)
  return rows.map(({ id }) => id)
}

interface Place {
  readonly month: number
  /** As the database writes it. */
  readonly created: string
  readonly id: string
}

interface Progress extends Place {
  readonly reason: DeletionReason
  readonly before: string
}

async function readBatch(change: Transaction<PhotosTables>, ownerId: string, reached: Progress): Promise<Place[]> {
  const { month, created, id, before } = reached
  const { rows } = await sql<Place>`
    select id, taken_month as month, created_at::text as created from photos.photos
    where owner_id = ${ownerId} and created_at <= cast(${before} as timestamptz)
      and (taken_month, created_at, id)
        > (cast(${month} as integer), cast(${created} as timestamptz), cast(${id} as uuid))
    order by taken_month, created_at, id limit ${photosPerRemoval}`.execute(change)
  return rows
}
