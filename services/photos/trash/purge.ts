import { type Kysely, type Transaction, sql } from 'kysely'
import { z } from 'zod'
import { photosPerRemoval, purgeOf, trashChanged } from '../announcements.ts'
import { inTransaction } from '../transactions.ts'
import { isKept, type PurgedPhoto, purge } from './trashedPhotos.ts'
import type { JobQueue, Platform } from '../../platform/platform.ts'
import type { PhotosTables } from '../tables.ts'

const queueName = 'photos.purge-trash'
const payload = z.object({ ownerId: z.uuid().optional() })

/** How long (ms) a job empties one trash before it queues itself again, so that other trashes get their turn. */
const turnMilliseconds = 10_000
/**
 * How long the job waits, because the request itself empties first. The job continues with what is left, also after a
 * crash.
 */
const jobDelaySeconds = 3

/** Deletes the photos with these ids in the trash of the account for good; returns their ids. */
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
 * Marks what was deleted up to a moment (default: now) to be deleted for good, and queues the job in the same
 * transaction. From then on, these photos can neither be read nor restored.
 * @param before as PostgreSQL reads it
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
  await platform.jobs.enqueue(change, queueName, { ownerId }, { key: ownerId, delaySeconds: jobDelaySeconds })
}

/**
 * Empties a trash in batches until nothing is left, the time is up, or the signal is aborted.
 * @returns true if nothing is left
 */
export async function continueEmptying(
  platform: Platform,
  database: Kysely<PhotosTables>,
  ownerId: string,
  until: { readonly milliseconds: number; readonly signal?: AbortSignal },
): Promise<boolean> {
  const end = performance.now() + until.milliseconds
  for (;;) {
    const isDone = await inTransaction(database, (change) => emptyBatch(platform, change, ownerId))
    if (isDone) return true
    if (performance.now() >= end || until.signal?.aborted) return false
  }
}

/**
 * Every hour, deletes for good the photos whose time in the trash has ended, and queues emptyings again that no job
 * continues. If the payload has an owner, it continues emptying the trash of that owner.
 */
export function purgeQueue(platform: Platform, database: Kysely<PhotosTables>): JobQueue<z.infer<typeof payload>> {
  const queue = async (ownerId: string, delaySeconds: number) =>
    database
      .transaction()
      .execute((change) => platform.jobs.enqueue(change, queueName, { ownerId }, { key: ownerId, delaySeconds }))
  return {
    name: queueName,
    payload,
    concurrency: 2,
    retries: 10,
    timeoutSeconds: 3_600,
    cron: '23 * * * *',
    run: async ({ ownerId }, signal) => {
      if (ownerId === undefined) {
        const started = await database.selectFrom('trash_emptyings').select('owner_id').execute()
        for (const { owner_id: owner } of started) await queue(owner, jobDelaySeconds)
        return purgeExpired(platform, database, signal)
      }
      const isDone = await continueEmptying(platform, database, ownerId, { milliseconds: turnMilliseconds, signal })
      if (!isDone) await queue(ownerId, 0)
    },
  }
}

/** Deletes expired photos for good, in batches. A clock that is ahead, here or in the database, deletes nothing early. */
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

/** Empties one batch. The row of the emptying stays locked, so that only one worker empties a trash at a time. */
async function emptyBatch(platform: Platform, change: Transaction<PhotosTables>, ownerId: string): Promise<boolean> {
  const { rows } = await sql<{ before: string }>`
    select before::text from photos.trash_emptyings where owner_id = ${ownerId} for update`.execute(change)
  const [emptying] = rows
  if (!emptying) return true
  const purged = await purge(
    change,
    sql`
      select id from photos.trashed_photos
      where owner_id = ${ownerId} and deleted_at <= cast(${emptying.before} as timestamptz)
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
