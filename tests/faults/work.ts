import { type DatabaseKind, databaseKinds } from '../support/database.ts'
import { PostgresServer } from '../support/postgresServer.ts'
import type { Measure } from './measures.ts'
import { createDeletionWork, deletionWork } from './work/deletion.ts'
import { createDownloadsWork, downloadsWork } from './work/downloads.ts'
import { createExportsWork, exportsWork } from './work/exports.ts'
import { createImportWork, importWork } from './work/import.ts'
import type { LongWork } from './work/longWork.ts'
import { createOrdersWork, ordersWork } from './work/orders.ts'
import { createRetentionWork, retentionWork } from './work/retention.ts'
import { runRound } from './work/rounds.ts'

/** The size of a run. */
interface Scale {
  readonly works: readonly LongWork[]
  /** Rounds on each database in which the services are killed. */
  readonly rounds: number
}

const full: Scale = {
  works: [deletionWork, downloadsWork, exportsWork, importWork, ordersWork, retentionWork],
  rounds: 5,
}
/** A small run has less work, and kills the services within a fixed time (`longestMilliseconds`). */
const small: Scale = {
  works: [
    { ...createDeletionWork(4, 3), longestMilliseconds: 2_500 },
    { ...createDownloadsWork({ count: 20, bytes: 50_000 }), longestMilliseconds: 500 },
    // Five files.
    { ...createExportsWork({ count: 20, bytes: 50_000 }, 220_000), longestMilliseconds: 800 },
    { ...createImportWork(24), longestMilliseconds: 2_500 },
    { ...createOrdersWork(12, 2), longestMilliseconds: 1_500 },
    { ...createRetentionWork(15, 1), longestMilliseconds: 500 },
  ],
  rounds: 1,
}
/** The interval, in rounds, between rounds in which the services are killed a second time, soon after their restart. */
const secondKillEach = 3
const secondKillMilliseconds = 3_000

/** One round of one piece of long work. */
export interface Trial {
  readonly upstream: string
  readonly fault: string
  readonly measures: readonly Measure[]
}

/**
 * Does each piece of long work ten times, alternately on both databases. Kills the process of the services at random
 * moments of each round, and checks that the work ends as if nothing had happened.
 * @param filters names of long work; by default all
 * @param report receives each round when it is over
 * @param options.small only one round on each database, with little work
 * @param options.databases by default both
 * @throws Error if a filter matches no long work
 */
export async function run(
  filters: readonly string[],
  report: (trial: Trial) => void,
  options: { readonly small: boolean; readonly databases?: readonly DatabaseKind[] },
): Promise<void> {
  const { databases = databaseKinds } = options
  const { works, rounds } = options.small ? small : full
  const known = works.map(({ name }) => name)
  const unknown = filters.filter((filter) => !known.some((name) => name === filter))
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. Use: ${known.join(', ')}.`)
  // Under Vitest, the project has already started a server.
  const hasServer = process.env['KEEPSAKE_TEST_POSTGRES_URL'] ?? process.env['VITEST']
  const server = hasServer ? null : await PostgresServer.start()
  const stop = () => server?.remove()
  if (server) process.env['KEEPSAKE_TEST_POSTGRES_URL'] = server.url()
  // Stop the server even if the run is interrupted.
  process.once('exit', stop)
  try {
    for (const work of works) {
      if (filters.length === 0 || filters.includes(work.name)) await runWork(work, { databases, rounds }, report)
    }
  } finally {
    process.off('exit', stop)
    stop()
  }
}

async function runWork(
  work: LongWork,
  { databases, rounds }: { readonly databases: readonly DatabaseKind[]; readonly rounds: number },
  report: (trial: Trial) => void,
): Promise<void> {
  const latest = new Map<DatabaseKind, number>()
  for (const kind of databases) latest.set(kind, work.longestMilliseconds ?? (await undisturbed(work, kind, report)))
  for (let round = 1; round <= rounds * databases.length; round += 1) {
    const kind = databases[round % databases.length] ?? databaseKinds[0]
    const kills = killMoments(work, round, latest.get(kind) ?? 0)
    const { measures } = await runRound(work, kind, kills)
    const moments = kills.map((moment) => `${Math.round(moment)} ms`).join(' and ')
    report({ upstream: work.name, fault: `killed after ${moments}, on ${kind}`, measures })
  }
}

/**
 * Random moments (ms), each since the previous start of the services.
 * @param longest how long (ms) the work takes
 */
function killMoments({ kills }: LongWork, round: number, longest: number): number[] {
  const first = Math.random() * longest
  // On average, the last kill comes when the work would have ended.
  if (kills !== undefined) return Array.from({ length: kills }, () => (Math.random() * 2 * longest) / kills)
  return round % secondKillEach === 0 ? [first, Math.random() * secondKillMilliseconds] : [first]
}

/** Does the work without a kill. @returns milliseconds */
async function undisturbed(work: LongWork, kind: DatabaseKind, report: (trial: Trial) => void): Promise<number> {
  const { milliseconds, measures } = await runRound(work, kind, [])
  report({ upstream: work.name, fault: `undisturbed, on ${kind}`, measures })
  return milliseconds
}
