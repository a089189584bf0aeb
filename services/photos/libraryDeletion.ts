import { type Kysely, type Transaction, sql } from 'kysely'
import { albumChangedEvents, albumEvent } from './albums/albumReaders.ts'
import { photosPerRemoval, removalOf, trashChanged, trashingOf } from './announcements.ts'
import { deleteInTransaction } from './store.ts'
import { type WorkInBatches, queueWork, workQueue } from './workInBatches.ts'
import type { Platform } from '../platform/platform.ts'
import type { DeletionReason, PhotosTables } from './tables.ts'

const albumsPerBatch = 500

/** Deletes the photos of a library that `planDeletion` has marked. */
export const libraryDeletion: WorkInBatches = {
  queueName: 'photos.empty-library',
  table: 'library_deletions',
  runBatch: deleteBatch,
}

/**
 * Marks all current photos of a library for deletion, and queues the job in the same transaction. A repeated call also
 * marks the photos that were added since.
 * @param trashDays how long the photos stay in the trash; 0: they are deleted for good
 */
export async function beginDeletion(
  platform: Platform,
  database: Kysely<PhotosTables>,
  ownerId: string,
  trashDays: number,
): Promise<void> {
  await database
    .transaction()
    .execute((change) => planDeletion(platform, change, ownerId, { reason: 'customer', trashDays }))
}

/**
 * Marks all photos added up to a moment (default: now) for deletion, and queues the job. At the end of retention, they
 * are deleted for good, and the owner's albums that become empty are deleted as well.
 * @param deletion.before a moment, in a format that PostgreSQL reads
 * @param deletion.trashDays default: 0
 */
export async function planDeletion(
  platform: Platform,
  change: Transaction<PhotosTables>,
  ownerId: string,
  {
    reason,
    before = null,
    trashDays = 0,
  }: { readonly reason: DeletionReason; readonly before?: string | null; readonly trashDays?: number },
): Promise<void> {
  const finalBefore = reason === 'retention' ? before : null
  await sql`
    insert into photos.library_deletions as existing (owner_id, before, reason, trash_days, final_before)
    values (
      ${ownerId}, coalesce(cast(${before} as timestamptz), clock_timestamp()), ${reason}, ${trashDays},
      coalesce(cast(${finalBefore} as timestamptz), '-infinity')
    )
    on conflict (owner_id) do update set before = greatest(existing.before, excluded.before),
      trash_days = greatest(existing.trash_days, excluded.trash_days),
      final_before = greatest(existing.final_before, excluded.final_before),
      reason = case when existing.reason = 'retention' then existing.reason else excluded.reason end,
      reached_month = default, reached_created_at = default, reached_id = default`.execute(change)
  await queueWork(platform, change, libraryDeletion, ownerId)
}

/** Continues deletions that have started. Every five minutes, queues a job again for each deletion that has none. */
export function libraryDeletionQueue(platform: Platform, database: Kysely<PhotosTables>): ReturnType<typeof workQueue> {
  return workQueue(platform, database, libraryDeletion, { cron: '*/5 * * * *', timeoutSeconds: 300 })
}

/**
 * Deletes one batch in the order of months. The position is stored, so that the next batch does not scan the dead index
 * entries of earlier batches.
 * @returns true if it was the last batch
 */
async function deleteBatch(platform: Platform, change: Transaction<PhotosTables>, ownerId: string): Promise<boolean> {
  // After many photos were added, the planner's estimate is too low, and the planner would sort all photos for each
  // batch. Without bitmap scans, it uses the index order.
  const { rows } = await sql<Progress>`
    select set_config('enable_bitmapscan', 'off', true), before::text, reason, reached_month as month,
      reached_created_at::text as created, reached_id as id, trash_days as "trashDays", final_before::text as "finalBefore"
    from photos.library_deletions where owner_id = ${ownerId} for update`.execute(change)
  const progress = rows[0]
  if (!progress) return true
  const page = await readBatch(change, ownerId, progress)
  const last = page.at(-1)
  if (!last) return endDeletion(platform, change, ownerId, progress)
  const ids = page.map(({ id }) => id)
  // Skips photos that were uploaded again in the meantime: they count as new.
  const { photos, trashed, albumIds } = await deleteInTransaction(change, ownerId, ids, progress)
  await sql`
    update photos.library_deletions set reached_month = ${last.month},
      reached_created_at = cast(${last.created} as timestamptz), reached_id = ${last.id}
    where owner_id = ${ownerId}`.execute(change)
  await platform.events.append(change, [
    ...(photos.length > 0 ? [removalOf(ownerId, photos)] : []),
    ...(trashed.length > 0 ? [trashingOf(ownerId, trashed)] : []),
    ...(await albumChangedEvents(change, albumIds)),
    ...(trashed.length > 0 ? [trashChanged(ownerId)] : []),
  ])
  return false
}

/**
 * Ends a deletion after its last photo.
 * @returns true if nothing is left
 */
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

/** Deletes an account's empty albums. Albums with participants stay. */
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
  /** The timestamp as PostgreSQL prints it. */
  readonly created: string
  readonly id: string
}

interface Progress extends Place {
  readonly reason: DeletionReason
  readonly before: string
  readonly trashDays: number
  readonly finalBefore: string
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
