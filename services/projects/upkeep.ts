import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { daysRestorable } from './limits.ts'
import { projectPhotos } from './projectPhotos.ts'
import type { JobQueue } from '../platform/platform.ts'
import type { ProjectsTables } from './tables.ts'

const payload = z.object({})
const batchSize = 100

/** Every hour, removes projects that can no longer be restored, and forgets photos that were deleted a day ago. */
export function upkeepQueue(database: Kysely<ProjectsTables>): JobQueue<z.infer<typeof payload>> {
  return {
    name: 'projects.remove-deleted',
    payload,
    concurrency: 1,
    retries: 2,
    timeoutSeconds: 600,
    cron: '37 * * * *',
    async run(_payload, signal) {
      await removeDeleted(database, signal)
      await projectPhotos.forgetDeleted(database)
    },
  }
}

/** Removes projects that were deleted 30 days ago, in batches. */
export async function removeDeleted(database: Kysely<ProjectsTables>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await sql`
      delete from projects.projects where (account_id, id) in (
        select account_id, id from projects.projects
        where deleted_at <= now() - make_interval(days => ${daysRestorable}::int)
        order by deleted_at limit ${batchSize} for update skip locked
      ) returning id`.execute(database)
    if (rows.length < batchSize) return
  }
}
