import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { recordFailed, recordStored, settleProcessed } from './outcomes.ts'
import { type WaitingFile, sendFile, Unavailable } from './sendFile.ts'
import { type Parts, type Task, changeImport, Superseded } from './task.ts'

/**
 * How many files are imported at the same time. More files would only wait for each other: making renditions takes most
 * of the time, and customers upload meanwhile.
 */
const filesAtOnce = 3
/**
 * How many files may wait for their renditions. Uploads of other customers never wait behind more files of an import
 * than this.
 */
const maximumStored = 24
const pollMilliseconds = 250

/** The state of an import's files. */
export type FilesState = 'done' | 'under way' | 'unavailable'

/**
 * Imports files until all are settled, the time is up, or the source or storage is unavailable.
 * @param until when to stop, on the clock of `performance.now()`
 */
export async function importFiles(parts: Parts, task: Task, until: number, signal: AbortSignal): Promise<FilesState> {
  while (performance.now() < until && !signal.aborted) {
    const settled = await settleProcessed(parts, task)
    const { stored, waiting } = await countOpen(parts, task)
    if (stored === 0 && !waiting) return 'done'
    const files = await claimFiles(parts, task, Math.min(maximumStored - stored, filesAtOnce * 2))
    if (files.length === 0 && settled === 0) await setTimeout(pollMilliseconds, undefined, { signal }).catch(() => null)
    const wasAvailable = await runConcurrently(files, (file) => importFile(parts, task, file, signal))
    if (!wasAvailable) return 'unavailable'
  }
  return 'under way'
}

async function countOpen({ database }: Parts, { ownerId }: Task): Promise<{ stored: number; waiting: boolean }> {
  const { rows } = await sql<{ stored: number; waiting: boolean }>`
    select
      (select count(*) from photos.import_files where owner_id = ${ownerId} and state = 'stored')::integer as stored,
      exists (select from photos.import_files where owner_id = ${ownerId} and state = 'waiting') as waiting
    `.execute(database)
  return rows[0] ?? { stored: 0, waiting: false }
}

/**
 * Claims the next files. The attempt is counted before it starts, so that a file which crashes the process is not
 * retried forever.
 */
async function claimFiles(parts: Parts, task: Task, most: number): Promise<readonly WaitingFile[]> {
  if (most <= 0) return []
  const { pauses } = parts.retryLimits
  return changeImport(parts, task, async (change) => {
    const { rows } = await sql<WaitingFile>`
      with next as materialized (
        select id from photos.import_files
        where owner_id = ${task.ownerId} and state = 'waiting' and next_at <= clock_timestamp()
        order by next_at, number limit ${most}
      )
      update photos.import_files set attempts = attempts + 1,
        next_at = clock_timestamp()
          + coalesce((${[...pauses]}::double precision[])[attempts + 1], 0) * interval '1 second'
      where id = any(array(select id from next))
      returning id, path, file_name as "fileName", upload_id as "uploadId", attempts, number`.execute(change)
    return rows.toSorted((one, other) => one.number - other.number)
  })
}

/**
 * @returns false if nothing can be imported at the moment
 */
async function importFile(parts: Parts, task: Task, file: WaitingFile, signal: AbortSignal): Promise<boolean> {
  const maximumAttempts = parts.retryLimits.pauses.length
  try {
    if (signal.aborted) throw new Unavailable('The process is stopping.')
    if (file.attempts > maximumAttempts) {
      await recordFailed(parts, task, file.id, 'FAILED')
      return true
    }
    const sent = await sendFile(parts, task, file)
    if (typeof sent === 'string') await recordFailed(parts, task, file.id, sent)
    else await recordStored(parts, task, file.id, sent)
    return true
  } catch (error) {
    if (error instanceof Unavailable) {
      await undoAttempt(parts, task, file)
      parts.platform.log.warn({ err: error, ownerId: task.ownerId }, 'an import has to wait')
      return false
    }
    if (error instanceof Superseded) throw error
    const { id: fileId, attempts } = file
    parts.platform.log.warn({ err: error, ownerId: task.ownerId, fileId, attempts }, 'a file could not be imported')
    if (attempts >= maximumAttempts) await recordFailed(parts, task, fileId, 'FAILED')
    return true
  }
}

/** Takes an attempt off the count of a file, because the file was not the reason for the failure. */
async function undoAttempt(parts: Parts, task: Task, { id }: WaitingFile): Promise<void> {
  await changeImport(parts, task, async (change) => {
    await sql`
      update photos.import_files set attempts = attempts - 1, next_at = '-infinity'
      where id = ${id} and state = 'waiting'`.execute(change)
  })
}

/**
 * Runs all items, a few at a time. Returns false if one of them returned false. The remaining items still run: the
 * attempt of each claimed file is counted, so each file needs a result, or its attempt must be taken off the count.
 */
async function runConcurrently<Item>(items: readonly Item[], run: (item: Item) => Promise<boolean>): Promise<boolean> {
  const rest = [...items]
  let canContinue = true
  const work = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) {
      if (!(await run(item))) canContinue = false
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: filesAtOnce }, work))
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
  return canContinue
}
