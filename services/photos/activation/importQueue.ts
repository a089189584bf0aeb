import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { makeAlbums } from './albums.ts'
import { endWithError, finishImport } from './endImport.ts'
import { queueFailedFiles } from './failedFiles.ts'
import { importFiles } from './importFiles.ts'
import { UnreadableIndex } from './listing/indexGuard.ts'
import { listOlderLibrary } from './listing/listing.ts'
import { type Parts, type Task, changeImport, keepLease, Superseded, claimImport } from './task.ts'
import { queueForOwners } from '../queueForOwners.ts'
import type { JobQueue, OpenTransaction, Platform } from '../../platform/platform.ts'
import type { ImportRow } from './importRow.ts'

const queueName = 'photos.import'
const payload = z.object({ ownerId: z.uuid().optional() })

/** After this time (ms) a job queues itself again, so that other imports get their turn. */
const turnMilliseconds = 10_000
const longestPauseSeconds = 60

/** Queues the work on an account's import. */
export async function queueImport(
  { jobs }: Platform,
  change: OpenTransaction,
  ownerId: string,
  delaySeconds?: number,
): Promise<void> {
  const delay = delaySeconds === undefined || delaySeconds === 0 ? {} : { delaySeconds }
  await jobs.enqueue(change, queueName, { ownerId }, { key: ownerId, ...delay })
}

/** Continues imports that have started. Every five minutes, queues again the imports that no worker holds. */
export function importQueue(parts: Parts): JobQueue<z.infer<typeof payload>> {
  return {
    name: queueName,
    payload,
    concurrency: 2,
    retries: 10,
    timeoutSeconds: 1_800,
    cron: '*/5 * * * *',
    run: async ({ ownerId }, signal) =>
      ownerId === undefined ? requeueAbandoned(parts, signal) : runImport(parts, ownerId, signal),
    failed: async ({ ownerId }, error) => {
      parts.platform.log.error({ err: error, ownerId }, 'an import failed')
      if (ownerId !== undefined) await endWithError(parts, ownerId)
    },
  }
}

/** Queues the imports that no worker holds. */
export function requeueAbandoned(
  { database, platform }: Pick<Parts, 'database' | 'platform'>,
  signal: AbortSignal,
): Promise<void> {
  const where = sql<boolean>`state = 'started' and worker_until <= clock_timestamp()`
  return queueForOwners(platform, database, queueName, { table: 'imports', where, signal })
}

async function runImport(parts: Parts, ownerId: string, signal: AbortSignal): Promise<void> {
  const { database, platform } = parts
  const worker = randomUUID()
  const taken = await claimImport(database, ownerId, worker)
  if (taken === null) return
  if (typeof taken === 'number') {
    return database.transaction().execute((change) => queueImport(platform, change, ownerId, taken))
  }
  const task = { ownerId, folder: taken.folder, worker }
  const stopLease = keepLease(parts, task)
  try {
    const pause = await runTurn(parts, task, taken, signal)
    await release(parts, task, pause)
  } catch (error) {
    await release(parts, task, null)
    if (!(error instanceof Superseded)) throw error
  } finally {
    stopLease()
  }
}

/**
 * @param pause seconds until the next turn; null if no turn follows
 */
async function release({ database, platform }: Parts, { ownerId, worker }: Task, pause: number | null): Promise<void> {
  await database.transaction().execute(async (change) => {
    await sql`update photos.imports set worker = null where owner_id = ${ownerId} and worker = ${worker}`.execute(
      change,
    )
    if (pause !== null) await queueImport(platform, change, ownerId, pause)
  })
}

/**
 * @returns seconds until the next turn; null if the import has ended
 */
async function runTurn(parts: Parts, task: Task, row: ImportRow, signal: AbortSignal): Promise<number | null> {
  const silent = Date.now() - row.progressed_at.getTime()
  if (silent > parts.retryLimits.stalled) {
    parts.platform.log.error({ ownerId: task.ownerId }, 'an import has stalled')
    return endWithError(parts, task.ownerId)
  }
  const until = performance.now() + turnMilliseconds
  if (row.phase === 'listing' && !(await list(parts, task, signal))) return pauseAfter(silent)
  if (row.phase === 'again') await queueFailedFiles(parts, task, signal)
  if (row.phase !== 'albums') {
    const state = await importFiles(parts, task, until, signal)
    if (state === 'unavailable') return pauseAfter(silent)
    if (state === 'under way') return 0
    await changeImport(parts, task, async (change) => {
      await sql`update photos.imports set phase = 'albums' where owner_id = ${task.ownerId}`.execute(change)
    })
  }
  if (!(await makeAlbums(parts, task, until, signal))) return 0
  return finishImport(parts, task)
}

/**
 * @returns false if the older library cannot be read at the moment
 */
async function list(parts: Parts, task: Task, signal: AbortSignal): Promise<boolean> {
  try {
    await listOlderLibrary(parts, task, signal)
    return true
  } catch (error) {
    if (error instanceof Superseded || signal.aborted) throw error
    parts.platform.log.warn({ err: error, ownerId: task.ownerId }, 'an older library could not be listed')
    if (!(error instanceof UnreadableIndex)) return false
    await endWithError(parts, task.ownerId)
    throw new Superseded('The import has ended.')
  }
}

/** Computes the pause (s) before the next turn. It grows with the time without progress, up to a minute. */
function pauseAfter(silentMilliseconds: number): number {
  return Math.min(Math.max(Math.ceil(silentMilliseconds / 4_000), 1), longestPauseSeconds)
}
