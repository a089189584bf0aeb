import { sql } from 'kysely'
import { z } from 'zod'
import { backupPayload, chunkKey, queues } from './parts.ts'
import { becomeFailed } from './states.ts'
import type { JobQueue } from '../platform/platform.ts'
import type { BackupRow } from './backups.ts'
import type { BackupPayload, Parts } from './parts.ts'

const rowsPerBatch = 5_000
/** An export of which nothing was heard so long is gone on with; one that is older than the longest is given up. */
const silentHours = 1
const longestDays = 7

/** Removes what an export leaves behind when it has ended: its plan; its files, unless it is ready; in the end itself. */
export function cleanUpQueue(parts: Parts): JobQueue<BackupPayload> {
  const { database } = parts
  return {
    name: queues.cleanUp,
    payload: backupPayload,
    concurrency: 1,
    retries: 20,
    timeoutSeconds: 1_800,
    run: async ({ backupId }, signal) => {
      const backup = await database.selectFrom('backups').selectAll().where('id', '=', backupId).executeTakeFirst()
      if (!backup?.ends_at) return
      const isOver = backup.ends_at.getTime() <= Date.now()
      await removePlan(parts, backupId, signal)
      if (isOver || backup.status === 'FAILED') await removeFiles(parts, backup)
      if (isOver) await database.deleteFrom('backups').where('id', '=', backupId).execute()
      else await database.updateTable('backups').set({ is_clean: true }).where('id', '=', backupId).execute()
    },
  }
}

/** Every hour: ends what has expired, and goes on with what nobody goes on with. */
export function upkeepQueue(parts: Parts): JobQueue<Record<string, never>> {
  return {
    name: queues.upkeep,
    payload: z.strictObject({}),
    concurrency: 1,
    retries: 3,
    timeoutSeconds: 300,
    cron: '41 * * * *',
    run: async () => lookAfter(parts),
  }
}

/** What the hourly job does. */
export async function lookAfter({ platform, database }: Parts): Promise<void> {
  const { rows: over } = await sql<{ id: string }>`
    select id from exports.backups where ends_at <= now() or (ends_at is not null and not is_clean)`.execute(database)
  const { rows: silent } = await sql<{ id: string; step: BackupRow['step']; is_old: boolean }>`
    select id, step, created_at < now() - make_interval(days => ${longestDays}::int) as is_old from exports.backups
    where ends_at is null and updated_at < now() - make_interval(hours => ${silentHours}::int)`.execute(database)
  await database.transaction().execute(async (change) => {
    for (const { id } of over) await platform.jobs.enqueue(change, queues.cleanUp, { backupId: id }, { key: id })
    for (const { id, step, is_old: isOld } of silent) {
      const queue = step === 'chunks' ? queues.chunk : queues.plan
      if (!isOld) await platform.jobs.enqueue(change, queue, { backupId: id }, { key: id })
    }
    for (const { id, is_old: isOld } of silent) if (isOld) await becomeFailed(platform, change, id)
  })
}

/** In batches: an export may be of a million photos, and others ask meanwhile. */
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

/** Also those of attempts that were cut short between the file and the line that keeps it. */
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
  await database.deleteFrom('backup_chunks').where('backup_id', '=', backup.id).execute()
}
