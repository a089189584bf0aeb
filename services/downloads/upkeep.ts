import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Blobs, JobQueue, Platform } from '../platform/platform.ts'
import { archiveKey, fail } from './archive.ts'
import type { DownloadsTables } from './tables.ts'

const payload = z.object({})
const atATime = 100
/** An archive takes minutes, and its job tries for some. What has none any more must not be waited for for ever. */
const longestHours = 24

/** Every few minutes: ends the archives that cannot be made, and removes those that have expired. */
export function upkeepQueue(platform: Platform, database: Kysely<DownloadsTables>): JobQueue<z.infer<typeof payload>> {
  return {
    name: 'downloads.expire',
    payload,
    concurrency: 1,
    retries: 2,
    timeoutSeconds: 600,
    cron: '2/5 * * * *',
    async run(_payload, signal) {
      await giveUpLate(platform, database, signal)
      await removeExpired(platform.blobs, database, signal)
    },
  }
}

/** Ends what was asked for a day ago and has not ended; its owner is told. */
export async function giveUpLate(
  platform: Platform,
  database: Kysely<DownloadsTables>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const { rows: late } = await sql<{ id: string }>`
      select id from downloads.downloads
      where state = 'started' and created_at <= now() - make_interval(hours => ${longestHours}::int)
      order by created_at limit ${atATime}`.execute(database)
    if (late.length === 0) return
    for (const { id } of late) {
      platform.log.error({ download: id }, 'an archive was not made in a day, and is given up')
      await fail(platform, database, id)
    }
  }
}

/** Blobs first: what is left of a run that breaks off is found by the next one. */
export async function removeExpired(
  blobs: Blobs,
  database: Kysely<DownloadsTables>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const expired = await database
      .selectFrom('downloads')
      .select(['id', 'owner_id'])
      .where('expires_at', '<=', sql<Date>`now()`)
      .limit(atATime)
      .execute()
    if (expired.length === 0) return
    await blobs.delete(expired.map(({ id, owner_id: ownerId }) => archiveKey(ownerId, id)))
    const ids = expired.map(({ id }) => id)
    await database.deleteFrom('downloads').where('id', 'in', ids).execute()
  }
}
