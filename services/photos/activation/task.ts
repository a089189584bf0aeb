import { type Kysely, type Transaction, sql } from 'kysely'
import { inTransaction } from '../transactions.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PhotosTables } from '../tables.ts'
import type { ImportRow } from './importRow.ts'
import type { LegacySource } from './source/source.ts'

/** What the pieces of an import work with. */
export interface Parts {
  readonly platform: Platform
  readonly database: Kysely<PhotosTables>
  readonly source: LegacySource
  readonly patience: Patience
}

/** How long what does not work is tried. */
export interface Patience {
  /** Between the tries of a file, in seconds; behind the last one it has failed. */
  readonly pauses: readonly number[]
  /** An import of which nothing comes for so long cannot go on, in milliseconds. */
  readonly stalled: number
}

export const usualPatience: Patience = { pauses: [2, 8, 30, 60, 60], stalled: 30 * 60_000 }

/** One import, by the one who works on it. */
export interface Task {
  readonly ownerId: string
  readonly folder: string
  readonly worker: string
}

/** Somebody else works on the import now, or nobody is to. */
export class Superseded extends Error {}

const holdSeconds = 10
/** Turns of one import are no further apart unless nobody could work on it: services were away, or others had their turn. */
const longestGapSeconds = 120

/**
 * Takes an import to work on, unless somebody else has it: a worker that dies has it for a few seconds more. Time in which
 * nobody could work on it does not count as time without progress.
 * @returns null when it is not under way; a number of seconds after which to ask again
 */
export async function takeImport(
  database: Kysely<PhotosTables>,
  ownerId: string,
  worker: string,
): Promise<ImportRow | number | null> {
  const { rows } = await sql<ImportRow>`
    update photos.imports set worker = ${worker}, worker_until = ${holdUntil},
      progressed_at = case when worker_until < clock_timestamp() - make_interval(secs => ${longestGapSeconds}::integer)
        then clock_timestamp() else progressed_at end
    where owner_id = ${ownerId} and state = 'started' and (worker is null or worker_until <= clock_timestamp())
    returning *`.execute(database)
  if (rows[0]) return rows[0]
  const held = await sql<{ seconds: number }>`
    select ceil(extract(epoch from worker_until - clock_timestamp()))::integer as seconds
    from photos.imports where owner_id = ${ownerId} and state = 'started'`.execute(database)
  return held.rows[0] ? Math.max(held.rows[0].seconds, 1) : null
}

const holdUntil = sql`clock_timestamp() + make_interval(secs => ${holdSeconds}::integer)`

/** Keeps others out while nothing is written. */
export function keepHolding({ database, platform }: Parts, { ownerId, worker }: Task): () => void {
  const hold = () =>
    sql`update photos.imports set worker_until = ${holdUntil} where owner_id = ${ownerId} and worker = ${worker}`
      .execute(database)
      .catch((error: unknown) => platform.log.warn({ err: error }, 'an import could not be held'))
  const timer = setInterval(() => void hold(), (holdSeconds * 1_000) / 4)
  return () => clearInterval(timer)
}

/**
 * Runs a change of an import in a transaction that holds it.
 * @throws Superseded when it is somebody else's by now
 */
export async function changeImport<Result>(
  { database }: Parts,
  { ownerId, worker }: Task,
  run: (change: Transaction<PhotosTables>, row: ImportRow) => Promise<Result>,
): Promise<Result> {
  return inTransaction(database, async (change) => {
    const { rows } = await sql<ImportRow>`
      update photos.imports set worker_until = ${holdUntil}
      where owner_id = ${ownerId} and worker = ${worker} and state = 'started' returning *`.execute(change)
    const [row] = rows
    if (!row) throw new Superseded('The import is not this worker’s any more.')
    return run(change, row)
  })
}
