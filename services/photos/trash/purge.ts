import { type Kysely, type Transaction, sql } from 'kysely'
import { photosPerRemoval, purgeOf, trashChanged } from '../announcements.ts'
import { inTransaction } from '../transactions.ts'
import { type WorkInBatches, queueWork, workQueue } from '../workInBatches.ts'
import { isKept, type PurgedPhoto, purge } from './trashedPhotos.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PhotosTables } from '../tables.ts'

/** Permanently deletes the trashed photos that `planEmptying` has marked. */
export const emptying: WorkInBatches = {
  queueName: 'photos.purge-trash',
  table: 'trash_emptyings',
  runBatch: emptyBatch,
}

/** Permanently deletes these photos from the trash of the account. Returns the ids of the deleted photos. */
export async function deleteForGood(
  database: Kysely<PhotosTables>,
  platform: Platform,
  ownerId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return inTransaction(database, async (change) => {
    const purged = await purge(
      change,
      sql`
        select id from photos.trashed_photos
        where id = any(${[...ids]}::uuid[]) and owner_id = ${ownerId} and ${isKept} order by id for update`,
    )
    await announce(platform, change, purged)
    return new Set(purged.map(({ id }) => id))
  })
}

/**
 * Marks the photos that were moved to the trash up to a moment (default: now), and queues the job that
 * permanently deletes them, in the same transaction. From then on, these photos can neither be read nor restored.
 * @param before a moment, in a format that PostgreSQL reads
 */
export async function planEmptying(
  platform: Platform,
  change: Transaction<PhotosTables>,
  ownerId: string,
  before: string | null = null,
): Promise<void> {
  await sql`
    insert into photos.trash_emptyings as existing (owner_id, before)
    values (${ownerId}, coalesce(cast(${before} as timestamptz), clock_timestamp()))
    on conflict (owner_id) do update set before = greatest(existing.before, excluded.before)`.execute(change)
  await queueWork(platform, change, emptying, ownerId)
}

/**
 * Every hour, a job permanently deletes the photos whose time in the trash has ended, and queues a job for each
 * unfinished emptying that has no job. If the payload has an owner, the job continues emptying the trash of that owner.
 */
export function purgeQueue(platform: Platform, database: Kysely<PhotosTables>): ReturnType<typeof workQueue> {
  const queue = workQueue(platform, database, emptying, { cron: '23 * * * *', timeoutSeconds: 3_600 })
  return {
    ...queue,
    run: async (payload, signal) => {
      await queue.run(payload, signal)
      if (payload.ownerId === undefined) await purgeExpired(platform, database, signal)
    },
  }
}

/**
 * Permanently deletes expired photos, in batches. Uses the clock of this process or of the database, whichever shows
 * the earlier time, so that no photo is deleted too early if one of the clocks is fast.
 */
export async function purgeExpired(
  platform: Platform,
  database: Kysely<PhotosTables>,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    const count = await inTransaction(database, async (change) => {
      // Skips photos that are being restored, or that another process is deleting.
      const purged = await purge(
        change,
        sql`
          select id from photos.trashed_photos where expires_at <= least(now(), ${new Date()}::timestamptz)
          order by expires_at limit ${photosPerRemoval} for update skip locked`,
      )
      await announce(platform, change, purged)
      return purged.length
    })
    if (count < photosPerRemoval || signal?.aborted) return
  }
}

/** Permanently deletes one batch of the trash. Returns true if it was the last batch. */
async function emptyBatch(platform: Platform, change: Transaction<PhotosTables>, ownerId: string): Promise<boolean> {
  const { rows } = await sql<{ before: string }>`
    select before::text from photos.trash_emptyings where owner_id = ${ownerId} for update`.execute(change)
  const [started] = rows
  if (!started) return true
  const purged = await purge(
    change,
    sql`
      select id from photos.trashed_photos
      where owner_id = ${ownerId} and deleted_at <= cast(${started.before} as timestamptz)
      order by deleted_at, id limit ${photosPerRemoval} for update`,
  )
  const isDone = purged.length < photosPerRemoval
  if (isDone) await change.deleteFrom('trash_emptyings').where('owner_id', '=', ownerId).execute()
  await announce(platform, change, purged)
  return isDone
}

/** Appends one event per owner, after which storage deletes the files, and one event for the owner's open pages. */
async function announce(
  platform: Platform,
  change: Transaction<PhotosTables>,
  purged: readonly PurgedPhoto[],
): Promise<void> {
  const byOwner = Map.groupBy(purged, ({ owner_id: owner }) => owner)
  await platform.events.append(
    change,
    [...byOwner].flatMap(([owner, photos]) => [purgeOf(owner, photos), trashChanged(owner)]),
  )
}
