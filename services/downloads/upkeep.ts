import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Blobs } from '../platform/blobs/blobs.ts'
import type { JobQueue, Platform } from '../platform/platform.ts'
import { archiveKey, fail } from './archive.ts'
import type { DownloadsTables } from './tables.ts'

const payload = z.object({})
const batchSize = 100
/**
 * An archive that is not finished after this number of hours counts as failed. Most archives take minutes. Without this
 * limit, an archive whose job was lost would never end.
 */
const maxHours = 24

/** Runs every five minutes: marks overdue archives as failed, and removes expired ones. */
export function upkeepQueue(platform: Platform, database: Kysely<DownloadsTables>): JobQueue<z.infer<typeof payload>> {
  return {
    name: 'downloads.expire',
    payload,
    concurrency: 1,
    retries: 2,
    timeoutSeconds: 600,
    cron: '2/5 * * * *',
    async run(_payload, signal) {
      await failOverdue(platform, database, signal)
      await removeExpired(platform.blobs, database, signal)
    },
  }
}

/** Marks archives that are unfinished after a day as failed. */
export async function failOverdue(
  platform: Platform,
  database: Kysely<DownloadsTables>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const { rows: late } = await sql<{ id: string }>`
      select id from downloads.downloads
      where state = 'started' and created_at <= now() - make_interval(hours => ${maxHours}::int)
      order by created_at limit ${batchSize}`.execute(database)
    if (late.length === 0) return
    for (const { id } of late) {
      platform.log.error({ download: id }, 'an archive was not finished within a day and has failed')
      await fail(platform, database, id)
    }
  }
}

/**
 * Removes expired archives: the blobs first, then the rows. So the next run still finds the rows that an interrupted
 * run has left.
 */
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
      .limit(batchSize)
      .execute()
    if (expired.length === 0) return
    await blobs.delete(expired.map(({ id, owner_id: ownerId }) => archiveKey(ownerId, id)))
    const ids = expired.map(({ id }) => id)
    await database.deleteFrom('downloads').where('id', 'in', ids).execute()
  }
}
