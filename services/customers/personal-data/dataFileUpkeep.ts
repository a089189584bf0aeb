import { sql } from 'kysely'
import { z } from 'zod'
import type { JobQueue } from '../../platform/platform.ts'
import { type DataFileParts, fileFolder, markFailed, promisedHours } from './dataFiles.ts'

const payload = z.object({})
/** How many files of each kind a run handles. The other files follow in the next run, five minutes later. */
const maximumAtOnce = 500

/** Runs every five minutes: marks files that were not ready in time as failed, and deletes expired files. */
export function dataFileUpkeepQueue(parts: DataFileParts): JobQueue<z.infer<typeof payload>> {
  return {
    name: 'customers.data-file-upkeep',
    payload,
    concurrency: 1,
    retries: 2,
    timeoutSeconds: 300,
    cron: '4/5 * * * *',
    run: async () => runDataFileUpkeep(parts),
  }
}

export async function runDataFileUpkeep(parts: DataFileParts): Promise<void> {
  const { platform, database } = parts
  const overdue = await database
    .selectFrom('data_files')
    .select('id')
    .where('status', '=', 'PREPARING')
    .where('requested_at', '<=', sql<Date>`now() - make_interval(hours => ${promisedHours}::int)`)
    .limit(maximumAtOnce)
    .execute()
  for (const { id } of overdue) await markFailed(parts, id)
  const expired = await database
    .selectFrom('data_files')
    .select(['id', 'account_id'])
    .where('expires_at', '<=', sql<Date>`now()`)
    .limit(maximumAtOnce)
    .execute()
  for (const file of expired) {
    // The blobs are deleted before the row, because the row names them.
    await platform.blobs.deleteFolder(fileFolder(file))
    await database.deleteFrom('data_files').where('id', '=', file.id).execute()
  }
}
