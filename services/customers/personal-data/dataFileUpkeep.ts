import { sql } from 'kysely'
import { z } from 'zod'
import type { JobQueue } from '../../platform/platform.ts'
import { type DataFileParts, fileFolder, markFailed, promisedHours } from './dataFiles.ts'

const payload = z.object({})
/** The other files follow in the next run, five minutes later. */
const maximumAtOnce = 500

/** Runs every five minutes: ends the files that were not ready in time, and deletes those that have expired. */
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
    // The blobs go before the row, which names them.
    await platform.blobs.deleteFolder(fileFolder(file))
    await database.deleteFrom('data_files').where('id', '=', file.id).execute()
  }
}
