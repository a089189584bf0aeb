import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { recordFailed, recordStored, settleArrived } from './outcomes.ts'
import { type WaitingFile, sendFile, Unavailable } from './sending.ts'
import { type Parts, type Task, changeImport, Superseded } from './task.ts'

/** More would only wait for each other: cutting takes most of the time, and others upload, too. */
const filesAtOnce = 3
/** So many may wait to become photos: what others upload waits behind no more than them. */
const mostStored = 24
const lookMilliseconds = 250

/** Where the files of an import stand. */
export type FilesState = 'done' | 'under way' | 'unavailable'

/**
 * Brings files in until all are accounted for, the time is up, or the source or storage cannot be reached.
 * @param until by `performance.now()`
 */
export async function bringFilesIn(parts: Parts, task: Task, until: number, signal: AbortSignal): Promise<FilesState> {
  while (performance.now() < until && !signal.aborted) {
    const settled = await settleArrived(parts, task)
    const { stored, waiting } = await countOpen(parts, task)
    if (stored === 0 && !waiting) return 'done'
    const files = await claimFiles(parts, task, Math.min(mostStored - stored, filesAtOnce * 2))
    if (files.length === 0 && settled === 0) await setTimeout(lookMilliseconds, undefined, { signal }).catch(() => null)
    const areAllTried = await eachOf(files, (file) => bringIn(parts, task, file, signal))
    if (!areAllTried) return 'unavailable'
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
 * The next files to try. That they are tried is written down before: one that takes the process down with it is not tried
 * for ever.
 */
async function claimFiles(parts: Parts, task: Task, most: number): Promise<readonly WaitingFile[]> {
  if (most <= 0) return []
  const { pauses } = parts.patience
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

/** @returns false when nothing can be brought in at the moment */
async function bringIn(parts: Parts, task: Task, file: WaitingFile, signal: AbortSignal): Promise<boolean> {
  const mostAttempts = parts.patience.pauses.length
  try {
    if (signal.aborted) throw new Unavailable('The process ends.')
    if (file.attempts > mostAttempts) {
      await recordFailed(parts, task, file.id, 'FAILED')
      return true
    }
    const sent = await sendFile(parts, task, file)
    if (typeof sent === 'string') await recordFailed(parts, task, file.id, sent)
    else await recordStored(parts, task, file.id, sent)
    return true
  } catch (error) {
    if (error instanceof Unavailable) {
      await giveBack(parts, task, file)
      parts.platform.log.warn({ err: error, ownerId: task.ownerId }, 'an import has to wait')
      return false
    }
    if (error instanceof Superseded) throw error
    const { id: fileId, attempts } = file
    parts.platform.log.warn({ err: error, ownerId: task.ownerId, fileId, attempts }, 'a file could not be brought in')
    if (attempts >= mostAttempts) await recordFailed(parts, task, fileId, 'FAILED')
    return true
  }
}

/** It was not the file's fault. */
async function giveBack(parts: Parts, task: Task, { id }: WaitingFile): Promise<void> {
  await changeImport(parts, task, async (change) => {
    await sql`
      update photos.import_files set attempts = attempts - 1, next_at = '-infinity'
      where id = ${id} and state = 'waiting'`.execute(change)
  })
}

/** A few at a time; those that have not begun when one says no are left. */
async function eachOf<Item>(items: readonly Item[], run: (item: Item) => Promise<boolean>): Promise<boolean> {
  const rest = [...items]
  let goesOn = true
  const work = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) {
      if (!(await run(item))) goesOn = false
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: filesAtOnce }, work))
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
  return goesOn
}
