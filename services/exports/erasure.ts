import { type Kysely, sql } from 'kysely'
import type { Erasure } from '../platform/erasure.ts'
import type { Platform } from '../platform/platform.ts'
import { exportFolder } from './parts.ts'
import type { ExportsTables } from './tables.ts'

const photosPerBatch = 5_000

/** Erases the exports of an account, with their plans and files. */
export function exportsErasure({ blobs }: Platform, database: Kysely<ExportsTables>): Erasure<ExportsTables> {
  return {
    service: 'exports',
    database,
    async erase(accountId, signal) {
      await stopExports(database, accountId)
      for (;;) {
        signal.throwIfAborted()
        const backup = await database
          .selectFrom('backups')
          .select('id')
          .where('owner_id', '=', accountId)
          .executeTakeFirst()
        if (!backup) break
        await eraseExport(database, backup.id, signal)
      }
      await blobs.deleteFolder(exportFolder(accountId))
    },
  }
}

/**
 * Ends the exports of an account that are still running. Their jobs stop at the next step, so they add nothing more to
 * the plans.
 */
async function stopExports(database: Kysely<ExportsTables>, accountId: string): Promise<void> {
  await database
    .updateTable('backups')
    .set({ status: 'FAILED', ends_at: sql<Date>`clock_timestamp()` })
    .where('owner_id', '=', accountId)
    .where('status', 'in', ['REQUESTED', 'IN_PROGRESS'])
    .execute()
}

/** Deletes the export's row last, because after an interruption the rows of the plan are found through it. */
async function eraseExport(database: Kysely<ExportsTables>, backupId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const { rows } = await sql`
      delete from exports.backup_photos where (backup_id, number) in (
        select backup_id, number from exports.backup_photos where backup_id = ${backupId} limit ${photosPerBatch}
      ) returning 1`.execute(database)
    if (rows.length < photosPerBatch) break
  }
  await database.transaction().execute(async (change) => {
    await change.deleteFrom('backup_albums').where('backup_id', '=', backupId).execute()
    await change.deleteFrom('backup_chunks').where('backup_id', '=', backupId).execute()
    await change.deleteFrom('backups').where('id', '=', backupId).execute()
  })
}
