import { sql } from 'kysely'
import { z } from 'zod'
import { albumChanges } from './albums/members.ts'
import { photosPerRemoval, removalOf } from './announcements.ts'
import { deleteLocked } from './store.ts'
import { inTransaction } from './transactions.ts'
import type { Kysely, Transaction } from 'kysely'
import type { JobQueue, Platform } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'

const queueName = 'photos.empty-library'
const payload = z.object({ ownerId: z.uuid().optional() })

/** A job works so long on one library, and queues itself again: others have their turn. */
const turnMilliseconds = 10_000
/** The request itself works first; the job is there for what it does not finish, or does not live to finish. */
const jobDelaySeconds = 3

/**
 * Everything that is in a library at this moment is to go, in one transaction with the job that does it. Asked again
 * while it goes on, the moment is the later one.
 */
export async function beginDeletion(
  platform: Platform,
  database: Kysely<PhotosTables>,
  ownerId: string,
): Promise<void> {
  await database.transaction().execute(async (change) => {
    await sql`
      insert into photos.library_deletions (owner_id, before) values (${ownerId}, clock_timestamp())
      on conflict (owner_id) do update set before = excluded.before, reached_month = default,
        reached_created_at = default, reached_id = default`.execute(change)
    await platform.jobs.enqueue(change, queueName, { ownerId }, { key: ownerId, delaySeconds: jobDelaySeconds })
  })
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
    select set_config('enable_bitmapscan', 'off', true), before::text, reached_month as month, reached_created_at::text as created, reached_id as id
    from photos.library_deletions where owner_id = ${ownerId} for update`.execute(change)
  const progress = rows[0]
  if (!progress) return true
  const page = await readBatch(change, ownerId, progress)
  const last = page.at(-1)
  if (!last) {
    await change.deleteFrom('library_deletions').where('owner_id', '=', ownerId).execute()
    return true
  }
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

interface Place {
  readonly month: number
  /** As the database writes it. */
  readonly created: string
  readonly id: string
}

interface Progress extends Place {
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
