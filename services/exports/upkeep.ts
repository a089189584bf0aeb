import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { type BackupPayload, type Parts, backupPayload, chunkKey, promisedHours, queues } from './parts.ts'
import { becomeFailed } from './states.ts'
import type { JobQueue } from '../platform/platform.ts'
import type { BackupRow } from './backups.ts'
import type { BackupsTable } from './tables.ts'

const rowsPerBatch = 5_000
/** Nobody works on an export of which nothing was noted for so long. */
const silentHours = 1
/** At a time: what is more waits for the next time, some minutes later. */
const mostAtOnce = 500

/** Removes what an export leaves behind when it has ended: its plan; its files, unless it is ready; in the end itself. */
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

/** Every few minutes: ends what is overdue or has expired, and goes on with what nobody goes on with. */
export function upkeepQueue(parts: Parts): JobQueue<Record<string, never>> {
  return {
    name: queues.upkeep,
    payload: z.strictObject({}),
    concurrency: 1,
    retries: 3,
    timeoutSeconds: 300,
    cron: '*/5 * * * *',
    run: async () => lookAfter(parts),
  }
}

/** What that job does. */
export async function lookAfter({ platform, database }: Parts): Promise<void> {
  const { rows: overdue } = await sql<{ id: string }>`
    select id from exports.backups
    where status in ('REQUESTED', 'IN_PROGRESS') and created_at <= now() - make_interval(hours => ${promisedHours}::int)
    order by created_at limit ${mostAtOnce}`.execute(database)
  for (const { id } of overdue) {
    platform.log.error({ backupId: id }, 'an export was not ready in the time that was promised')
    // Each in a transaction of its own: events are appended last.
    await database.transaction().execute(async (change) => becomeFailed(platform, change, id))
  }
  const { rows: over } = await sql<{ id: string }>`
    select id from exports.backups where ends_at <= now() or (ends_at is not null and not is_clean)
    order by ends_at limit ${mostAtOnce}`.execute(database)
  const { rows: silent } = await sql<{ id: string; step: BackupRow['step'] }>`
    select id, step from exports.backups
    where status in ('REQUESTED', 'IN_PROGRESS') and updated_at < now() - make_interval(hours => ${silentHours}::int)
    order by updated_at limit ${mostAtOnce}`.execute(database)
  await database.transaction().execute(async (change) => {
    for (const { id } of over) await platform.jobs.enqueue(change, queues.cleanUp, { backupId: id }, { key: id })
    for (const { id, step } of silent) {
      const queue = step === 'chunks' ? queues.chunk : queues.plan
      await platform.jobs.enqueue(change, queue, { backupId: id }, { key: id })
    }
  })
}

/** By the database's clock: that of this process may be wrong, and what goes is gone. */
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
}

/**
 * Only when it is over: an export that failed may have had a file in the making, which comes behind the first removal. What
 * its process does not live to take away again is found by these rows.
 */
async function removeRows({ database }: Parts, backupId: string): Promise<void> {
  await database.transaction().execute(async (change) => {
    await change.deleteFrom('backup_chunks').where('backup_id', '=', backupId).execute()
    await change.deleteFrom('backups').where('id', '=', backupId).execute()
  })
}
