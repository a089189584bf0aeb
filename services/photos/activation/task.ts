import { type Kysely, type Transaction, sql } from 'kysely'
import { inTransaction } from '../transactions.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PhotosTables } from '../tables.ts'
import type { ImportRow } from './importRow.ts'
import type { LegacySource } from './source/legacySource.ts'

/** What all parts of an import need. */
export interface Parts {
  readonly platform: Platform
  readonly database: Kysely<PhotosTables>
  readonly source: LegacySource
  readonly retryLimits: RetryLimits
}

/** How long failing work is retried. */
export interface RetryLimits {
  /** The pauses between attempts for a file, in seconds. After the last attempt, the file has failed. */
  readonly pauses: readonly number[]
  /** An import without progress for this long (ms) has stalled. */
  readonly stalled: number
}

export const defaultRetryLimits: RetryLimits = { pauses: [2, 8, 30, 60, 60], stalled: 30 * 60_000 }

/** One import, as its current worker sees it. */
export interface Task {
  readonly ownerId: string
  readonly folder: string
  readonly worker: string
}

/** Thrown if another worker has the import now, or the import has ended. */
export class Superseded extends Error {}

const leaseSeconds = 10
/** A longer gap between two turns of an import means that services were down, or that other imports had their turn. */
const longestGapSeconds = 120

/**
 * Claims an import unless another worker holds its lease. A crashed worker's lease ends after a few seconds. A gap in
 * which no worker could run does not count as time without progress.
 * @returns null if the import is not running; if another worker holds the lease, the seconds after which to ask again
 */
export async function claimImport(
  database: Kysely<PhotosTables>,
  ownerId: string,
  worker: string,
): Promise<ImportRow | number | null> {
  const { rows } = await sql<ImportRow>`
    update photos.imports set worker = ${worker}, worker_until = ${leaseUntil},
      progressed_at = case when worker_until < clock_timestamp() - make_interval(secs => ${longestGapSeconds}::integer)
        then clock_timestamp() else progressed_at end
    where owner_id = ${ownerId} and state = 'started' and (worker is null or worker_until <= clock_timestamp())
    returning *`.execute(database)
  if (rows[0]) return rows[0]
  const remaining = await sql<{ seconds: number }>`
    select ceil(extract(epoch from worker_until - clock_timestamp()))::integer as seconds
    from photos.imports where owner_id = ${ownerId} and state = 'started'`.execute(database)
  return remaining.rows[0] ? Math.max(remaining.rows[0].seconds, 1) : null
}

const leaseUntil = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds}::integer)`

/** Renews the lease of a worker that writes nothing for a while. */
export function keepLease({ database, platform }: Parts, { ownerId, worker }: Task): () => void {
  const renew = () =>
    sql`update photos.imports set worker_until = ${leaseUntil} where owner_id = ${ownerId} and worker = ${worker}`
      .execute(database)
      .catch((error: unknown) => platform.log.warn({ err: error }, 'the lease of an import could not be renewed'))
  const timer = setInterval(() => void renew(), (leaseSeconds * 1_000) / 4)
  return () => clearInterval(timer)
}

/**
 * Runs a change of an import in a transaction that renews the worker's lease.
 * @throws Superseded if another worker has the import now
 */
export async function changeImport<Result>(
  { database }: Parts,
  { ownerId, worker }: Task,
  run: (change: Transaction<PhotosTables>, row: ImportRow) => Promise<Result>,
): Promise<Result> {
  return inTransaction(database, async (change) => {
    const { rows } = await sql<ImportRow>`
      update photos.imports set worker_until = ${leaseUntil}
      where owner_id = ${ownerId} and worker = ${worker} and state = 'started' returning *`.execute(change)
    const [row] = rows
    if (!row) throw new Superseded('Another worker has the import now.')
    return run(change, row)
  })
}
