import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Blobs, JobQueue } from '../platform/platform.ts'
import { archiveKey } from './archive.ts'
import type { DownloadsTables } from './tables.ts'

const payload = z.object({})
const atATime = 100

/** Every hour: removes the archives that have expired. */
export function expiryQueue(blobs: Blobs, database: Kysely<DownloadsTables>): JobQueue<z.infer<typeof payload>> {
  return {
    name: 'downloads.expire',
    payload,
    concurrency: 1,
    retries: 2,
    timeoutSeconds: 600,
    cron: '37 * * * *',
    run: async (_payload, signal) => removeExpired(blobs, database, signal),
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
