import { type Transaction, sql } from 'kysely'
import { ZipEntryError } from '../platform/zip/writeZip.ts'
import { type Claim, type MadeChunk, findDamaged, makeChunk } from './makeChunk.ts'
import { type BackupPayload, type Parts, backupPayload, chunkKey, retriesWithinPromise, queues } from './parts.ts'
import { markFailed, markReady, storeProgress } from './states.ts'
import type { JobQueue } from '../platform/platform.ts'
import type { ExportsTables } from './tables.ts'

type Change = Transaction<ExportsTables>

const timeoutSeconds = 4 * 3_600

/**
 * Makes the files of exports: one per job, and one at a time in this process. The job for the next file waits behind
 * the jobs of other customers. Finished files stay; a crash only loses the current file.
 */
export function chunkQueue(parts: Parts): JobQueue<BackupPayload> {
  const { platform, database } = parts
  return {
    name: queues.chunk,
    payload: backupPayload,
    concurrency: 1,
    retries: retriesWithinPromise,
    timeoutSeconds,
    run: async ({ backupId }, signal) => {
      const claim = await claimChunk(parts, backupId)
      if (!claim) return
      await platform.blobs.delete(earlierKeys(claim))
      const made = await makeChunk(parts, claim, signal).catch(async (error: unknown) => {
        if (error instanceof ZipEntryError) await leaveOutDamaged(parts, claim, signal)
        throw error
      })
      const isStored = await storeChunk(parts, claim, made)
      if (!isStored || made.photosCount === 0) await platform.blobs.delete([chunkKey(claim.backup, claim)])
    },
    failed: async ({ backupId }) =>
      database.transaction().execute(async (change) => markFailed(platform, change, backupId)),
  }
}

/** The keys of the blobs that earlier, failed attempts may have left. */
function earlierKeys({ backup, number, attempt }: Claim): string[] {
  return Array.from({ length: attempt - 1 }, (_, index) => chunkKey(backup, { number, attempt: index + 1 }))
}

/** Claims the first unfinished file for a new attempt; null if there is nothing to do. */
async function claimChunk({ database }: Parts, backupId: string): Promise<Claim | null> {
  return database.transaction().execute(async (change) => {
    const backup = await lockRunning(change, backupId)
    if (!backup) return null
    const { rows } = await sql<Omit<Claim, 'backup' | 'madeBytes' | 'isFirst'>>`
      update exports.backup_chunks set attempt = attempt + 1
      where backup_id = ${backupId} and number = (
        select min(number) from exports.backup_chunks where backup_id = ${backupId} and size is null
      )
      returning number, attempt, first_photo as "firstPhoto", last_photo as "lastPhoto"`.execute(change)
    const [chunk] = rows
    if (!chunk) return null
    return { ...chunk, ...(await readFinished(change, backupId)), backup }
  })
}

/** Locks the export, and updates the time of the last work on it. */
async function lockRunning(change: Change, backupId: string): Promise<Claim['backup'] | undefined> {
  return change
    .updateTable('backups')
    .set({ updated_at: sql<Date>`now()` })
    .where('id', '=', backupId)
    .where('status', '=', 'IN_PROGRESS')
    .where('step', '=', 'chunks')
    .returning(['id', 'owner_id', 'created_at', 'bytes'])
    .executeTakeFirst()
}

async function readFinished(change: Change, backupId: string): Promise<{ madeBytes: number; isFirst: boolean }> {
  const { rows } = await sql<{ madeBytes: number; isFirst: boolean }>`
    select coalesce(sum(content_bytes), 0)::bigint as "madeBytes", coalesce(sum(photos_count), 0) = 0 as "isFirst"
    from exports.backup_chunks where backup_id = ${backupId} and size is not null`.execute(change)
  return rows[0] ?? { madeBytes: 0, isFirst: true }
}

/**
 * Stores a finished file, then queues the next file or ends the export.
 * @returns false if the file is no longer needed, or a later attempt has started
 */
async function storeChunk(parts: Parts, claim: Claim, made: MadeChunk): Promise<boolean> {
  const { id } = claim.backup
  return parts.database.transaction().execute(async (change) => {
    if (!(await lockRunning(change, id))) return false
    const kept = await change
      .updateTable('backup_chunks')
      .set({ size: made.size, checksum: made.checksum, photos_count: made.photosCount })
      .where('backup_id', '=', id)
      .where('number', '=', claim.number)
      .where('attempt', '=', claim.attempt)
      .returning('number')
      .executeTakeFirst()
    if (!kept) return false
    const missing = claim.lastPhoto - claim.firstPhoto + 1 - made.photosCount
    await sql`
      update exports.backups set missing_count = missing_count + ${missing}::integer where id = ${id}`.execute(change)
    await queueNextOrEnd(parts, change, claim.backup)
    return true
  })
}

async function queueNextOrEnd({ platform }: Parts, change: Change, backup: Claim['backup']): Promise<void> {
  const { id, owner_id: owner, bytes } = backup
  const { madeBytes, isFirst: isEmpty } = await readFinished(change, id)
  const next = await change
    .selectFrom('backup_chunks')
    .select('number')
    .where('backup_id', '=', id)
    .where('size', 'is', null)
    .executeTakeFirst()
  if (next) {
    await platform.jobs.enqueue(change, queues.chunk, { backupId: id }, { key: id, owner })
    await storeProgress(platform, change, id, madeBytes / Math.max(bytes, 1))
  } else {
    await (isEmpty ? markFailed : markReady)(platform, change, id)
  }
}

/**
 * Marks photos with damaged bytes, which would fail every attempt, so that the next attempt skips them. Checks all
 * photos of the file, because an attempt fails at the first damaged photo, and a broken disk may have damaged
 * thousands.
 */
async function leaveOutDamaged({ platform, database }: Parts, claim: Claim, signal: AbortSignal): Promise<void> {
  const { id: backupId } = claim.backup
  for await (const path of findDamaged({ platform, database }, claim, signal)) {
    platform.log.error({ backupId, path }, 'a damaged photo is left out of an export')
    await database
      .updateTable('backup_photos')
      .set({ is_damaged: true })
      .where('backup_id', '=', backupId)
      .where('path', '=', path)
      .execute()
  }
}
