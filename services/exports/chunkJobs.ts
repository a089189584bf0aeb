import { type Transaction, sql } from 'kysely'
import { ZipEntryError } from '../platform/zip/writeZip.ts'
import { type Claim, type MadeChunk, findDamaged, makeChunk } from './making.ts'
import { type BackupPayload, type Parts, backupPayload, chunkKey, patientRetries, queues } from './parts.ts'
import { becomeFailed, becomeReady, keepProgress } from './states.ts'
import type { JobQueue } from '../platform/platform.ts'
import type { ExportsTables } from './tables.ts'

type Change = Transaction<ExportsTables>

const timeoutSeconds = 4 * 3_600

/**
 * Makes the files of exports, one per job and one at a time in this process. The job of the next file goes behind those
 * of other customers. What is finished stays: a kill costs the file that was being made, and no other.
 */
export function chunkQueue(parts: Parts): JobQueue<BackupPayload> {
  const { platform, database } = parts
  return {
    name: queues.chunk,
    payload: backupPayload,
    concurrency: 1,
    retries: patientRetries,
    timeoutSeconds,
    run: async ({ backupId }, signal) => {
      const claim = await claimChunk(parts, backupId)
      if (!claim) return
      await platform.blobs.delete(earlierKeys(claim))
      const made = await makeChunk(parts, claim, signal).catch(async (error: unknown) => {
        if (error instanceof ZipEntryError) await leaveOutDamaged(parts, claim, signal)
        throw error
      })
      const isKept = await keepChunk(parts, claim, made)
      if (!isKept || made.photosCount === 0) await platform.blobs.delete([chunkKey(claim.backup, claim)])
    },
    failed: async ({ backupId }) =>
      database.transaction().execute(async (change) => becomeFailed(platform, change, backupId)),
  }
}

/** What attempts may have left that did not live to be kept. */
function earlierKeys({ backup, number, attempt }: Claim): string[] {
  return Array.from({ length: attempt - 1 }, (_, index) => chunkKey(backup, { number, attempt: index + 1 }))
}

/** The first file that is not made, for a new attempt; null when there is nothing to do (any more). */
async function claimChunk({ database }: Parts, backupId: string): Promise<Claim | null> {
  return database.transaction().execute(async (change) => {
    const backup = await holdRunning(change, backupId)
    if (!backup) return null
    const { rows } = await sql<Omit<Claim, 'backup' | 'madeBytes' | 'isFirst'>>`
      update exports.backup_chunks set attempt = attempt + 1
      where backup_id = ${backupId} and number = (
        select min(number) from exports.backup_chunks where backup_id = ${backupId} and size is null
      )
      returning number, attempt, first_photo as "firstPhoto", last_photo as "lastPhoto"`.execute(change)
    const [chunk] = rows
    if (!chunk) return null
    return { ...chunk, ...(await readMade(change, backupId)), backup }
  })
}

/** Holds the export, and notes that somebody works on it. */
async function holdRunning(change: Change, backupId: string): Promise<Claim['backup'] | undefined> {
  return change
    .updateTable('backups')
    .set({ updated_at: sql<Date>`now()` })
    .where('id', '=', backupId)
    .where('status', '=', 'IN_PROGRESS')
    .where('step', '=', 'chunks')
    .returning(['id', 'owner_id', 'created_at', 'bytes'])
    .executeTakeFirst()
}

async function readMade(change: Change, backupId: string): Promise<{ madeBytes: number; isFirst: boolean }> {
  const { rows } = await sql<{ madeBytes: number; isFirst: boolean }>`
    select coalesce(sum(content_bytes), 0)::bigint as "madeBytes", coalesce(sum(photos_count), 0) = 0 as "isFirst"
    from exports.backup_chunks where backup_id = ${backupId} and size is not null`.execute(change)
  return rows[0] ?? { madeBytes: 0, isFirst: true }
}

/**
 * Keeps what was made, with what follows from it: the next file, or the end.
 * @returns whether it was wanted still, and not made by somebody else
 */
async function keepChunk(parts: Parts, claim: Claim, made: MadeChunk): Promise<boolean> {
  const { id } = claim.backup
  return parts.database.transaction().execute(async (change) => {
    if (!(await holdRunning(change, id))) return false
    const kept = await change
      .updateTable('backup_chunks')
      .set({ size: made.size, checksum: made.checksum, photos_count: made.photosCount })
      .where('backup_id', '=', id)
      .where('number', '=', claim.number)
      .where('attempt', '=', claim.attempt)
      .where('size', 'is', null)
      .returning('number')
      .executeTakeFirst()
    if (!kept) return false
    const missing = claim.lastPhoto - claim.firstPhoto + 1 - made.photosCount
    await sql`
      update exports.backups set missing_count = missing_count + ${missing}::integer where id = ${id}`.execute(change)
    await goOn(parts, change, claim.backup)
    return true
  })
}

async function goOn({ platform }: Parts, change: Change, { id, bytes }: Claim['backup']): Promise<void> {
  const { madeBytes, isFirst: isEmpty } = await readMade(change, id)
  const next = await change
    .selectFrom('backup_chunks')
    .select('number')
    .where('backup_id', '=', id)
    .where('size', 'is', null)
    .executeTakeFirst()
  if (next) {
    await platform.jobs.enqueue(change, queues.chunk, { backupId: id }, { key: id })
    await keepProgress(platform, change, id, madeBytes / Math.max(bytes, 1))
  } else {
    await (isEmpty ? becomeFailed : becomeReady)(platform, change, id)
  }
}

/**
 * Photos whose bytes are not those that were taken in would fail each attempt: the next one leaves them out. All of the file
 * are looked for, since an attempt finds one, and a broken disk may have spoilt thousands.
 */
async function leaveOutDamaged({ platform, database }: Parts, claim: Claim, signal: AbortSignal): Promise<void> {
  const { id: backupId } = claim.backup
  for await (const path of findDamaged({ platform, database }, claim, signal)) {
    platform.log.error({ backupId, path }, 'a photo is damaged, and left out of an export')
    await database
      .updateTable('backup_photos')
      .set({ is_damaged: true })
      .where('backup_id', '=', backupId)
      .where('path', '=', path)
      .execute()
  }
}
