import { type DatabaseKind, databaseKinds } from '../support/database.ts'
import { startPostgres } from '../support/postgres.ts'
import type { Measure } from './measures.ts'
import { downloadsWork } from './work/downloads.ts'
import { exportsWork } from './work/exports.ts'
import { importWork } from './work/import.ts'
import type { LongWork } from './work/longWork.ts'
import { retentionWork } from './work/retention.ts'
import { doRound } from './work/rounds.ts'

const works: readonly LongWork[] = [downloadsWork, exportsWork, importWork, retentionWork]
const rounds = 10
/** Every so many rounds the services are killed again, soon after they were started. */
const secondKillEach = 3
const secondKillMilliseconds = 3_000

/** One round of a work, as `launcher/testFaults.ts` prints it. */
interface Trial {
  readonly upstream: string
  readonly fault: string
  readonly measures: readonly Measure[]
}

/**
 * Kills the process of the services at random moments of each long work, ten times each, in turns on both databases, and
 * looks whether the work ends as if nothing had been.
 * @param filters names of works; by default all
 * @param report is told of each round when it is over
 * @throws Error with a sentence when a filter names nothing
 */
export async function run(filters: readonly string[], report: (trial: Trial) => void): Promise<void> {
  const known = works.map(({ name }) => name)
  const unknown = filters.filter((filter) => !known.some((name) => name === filter))
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}. There are: ${known.join(', ')}.`)
  const server = process.env['KEEPSAKE_TEST_POSTGRES_URL'] ? null : await startPostgres()
  const stop = () => server?.stop()
  if (server) process.env['KEEPSAKE_TEST_POSTGRES_URL'] = server.url
  // Also when somebody ends the run.
  process.once('exit', stop)
  try {
    for (const work of works) {
      if (filters.length === 0 || filters.includes(work.name)) await endure(work, report)
    }
  } finally {
    process.off('exit', stop)
    stop()
  }
}

async function endure(work: LongWork, report: (trial: Trial) => void): Promise<void> {
  const longest = new Map<DatabaseKind, number>()
  for (const kind of databaseKinds) {
    const { milliseconds, measures } = await doRound(work, kind, [])
    longest.set(kind, milliseconds)
    report({ upstream: work.name, fault: `undisturbed, on ${kind}`, measures })
  }
  for (let round = 1; round <= rounds; round += 1) {
    const kind = databaseKinds[round % databaseKinds.length] ?? databaseKinds[0]
    const first = Math.random() * (work.longestMilliseconds ?? longest.get(kind) ?? 0)
    const kills = round % secondKillEach === 0 ? [first, Math.random() * secondKillMilliseconds] : [first]
    const { measures } = await doRound(work, kind, kills)
    const moments = kills.map((moment) => `${Math.round(moment)} ms`).join(' and ')
    report({ upstream: work.name, fault: `killed after ${moments}, on ${kind}`, measures })
  }
}
