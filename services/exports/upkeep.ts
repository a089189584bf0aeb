import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { type BackupPayload, type Parts, backupPayload, chunkKey, promisedHours, queues } from './parts.ts'
import { markFailed } from './states.ts'
import type { JobQueue } from '../platform/platform.ts'
import type { BackupRow } from './backups.ts'
import type { BackupsTable } from './tables.ts'

const rowsPerBatch = 5_000
/** An export without any progress for this long has lost its job. */
const staleHours = 1
/** Maximum number of exports per run; the next run, five minutes later, handles the other exports. */
const maximumAtOnce = 500

/**
 * Cleans up after an ended export. Removes its plan. Removes its files if the export has failed or expired, and its
 * rows if it has expired.
 */
export function cleanUpQueue(parts: Parts): JobQueue<BackupPayload> {
  return {
    name: queues.cleanUp,
    payload: backupPayload,
    concurrency: 1,
    retries: 20,
    timeoutSeconds: 1_800,
    run: async ({ backupId }, signal) => {
      const backup = await readEnded(parts, backupId)
      if (!backup) return
      await removePlan(parts, backupId, signal)
      if (backup.is_over || backup.status === 'FAILED') await removeFiles(parts, backup)
      if (backup.is_over) await removeRows(parts, backupId)
      else await parts.database.updateTable('backups').set({ is_clean: true }).where('id', '=', backupId).execute()
    },
  }
}

/** Runs every five minutes: ends overdue exports, cleans up expired ones, and queues lost jobs again. */
export function upkeepQueue(parts: Parts): JobQueue<Record<string, never>> {
  return {
    name: queues.upkeep,
    payload: z.strictObject({}),
    concurrency: 1,
    retries: 3,
    timeoutSeconds: 300,
    cron: '*/5 * * * *',
    run: async () => runUpkeep(parts),
  }
}

export async function runUpkeep({ platform, database }: Parts): Promise<void> {
  const { rows: overdue } = await sql<{ id: string }>`
    select id from exports.backups
    where status in ('REQUESTED', 'IN_PROGRESS') and created_at <= now() - make_interval(hours => ${promisedHours}::int)
    order by created_at limit ${maximumAtOnce}`.execute(database)
  for (const { id } of overdue) {
    platform.log.error({ backupId: id }, 'an export was not ready within the promised time')
    // One transaction per export, because an event must be appended last in its transaction.
    await database.transaction().execute(async (change) => markFailed(platform, change, id))
  }
  const { rows: over } = await sql<{ id: string; owner: string }>`
    select id, owner_id as owner from exports.backups where ends_at <= now() or (ends_at is not null and not is_clean)
    order by ends_at limit ${maximumAtOnce}`.execute(database)
  const { rows: stale } = await sql<{ id: string; owner: string; step: BackupRow['step'] }>`
    select id, owner_id as owner, step from exports.backups
    where status in ('REQUESTED', 'IN_PROGRESS') and updated_at < now() - make_interval(hours => ${staleHours}::int)
    order by updated_at limit ${maximumAtOnce}`.execute(database)
  await database.transaction().execute(async (change) => {
    for (const { id, owner } of over) {
      await platform.jobs.enqueue(change, queues.cleanUp, { backupId: id }, { key: id, owner })
    }
    for (const { id, owner, step } of stale) {
      const queue = step === 'chunks' ? queues.chunk : queues.plan
      await platform.jobs.enqueue(change, queue, { backupId: id }, { key: id, owner })
    }
  })
}

/**
 * Reads an export that has ended. The database's clock decides whether it has expired, because this process's clock may
 * be wrong and removal is final.
 */
async function readEnded(
  { database }: Parts,
  backupId: string,
): Promise<(Selectable<BackupsTable> & { is_over: boolean }) | undefined> {
  return database
    .selectFrom('backups')
    .selectAll()
    .select(sql<boolean>`ends_at <= now()`.as('is_over'))
    .where('id', '=', backupId)
    .where('ends_at', 'is not', null)
    .executeTakeFirst()
}

/** Removes the plan in batches, because an export may have a million photos, and a long transaction blocks others. */
async function removePlan({ database }: Parts, backupId: string, signal: AbortSignal): Promise<void> {
  for (let first = 1; ; first += rowsPerBatch) {
    signal.throwIfAborted()
    const { rows } = await sql<{ is_last: boolean }>`
      with removed as (
        delete from exports.backup_photos
        where backup_id = ${backupId} and number >= ${first}::int and number < ${first + rowsPerBatch}::int
      )
      select not exists (
        select from exports.backup_photos where backup_id = ${backupId} and number >= ${first + rowsPerBatch}::int
      ) as is_last`.execute(database)
    if (rows[0]?.is_last ?? true) break
  }
  await database.deleteFrom('backup_albums').where('backup_id', '=', backupId).execute()
}

/** Removes the files of an export, including the files of attempts that ended before their result was stored. */
async function removeFiles({ platform, database }: Parts, backup: BackupRow): Promise<void> {
  const chunks = await database
    .selectFrom('backup_chunks')
    .select(['number', 'attempt'])
    .where('backup_id', '=', backup.id)
    .execute()
  for (const { number, attempt: attempts } of chunks) {
    const keys = Array.from({ length: attempts }, (_, index) => chunkKey(backup, { number, attempt: index + 1 }))
    await platform.blobs.delete(keys)
  }
}

/**
 * Removes the rows of an export. Call this only after the export has expired: an attempt may still have been running
 * when the export failed, and its file then appears after the first removal of the files. The rows are needed to find
 * such a file.
 */
async function removeRows({ database }: Parts, backupId: string): Promise<void> {
  await database.transaction().execute(async (change) => {
    await change.deleteFrom('backup_chunks').where('backup_id', '=', backupId).execute()
    await change.deleteFrom('backups').where('id', '=', backupId).execute()
  })
}
