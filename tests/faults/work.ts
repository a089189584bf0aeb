import { setTimeout as sleep } from 'node:timers/promises'
import { databaseKinds } from '../support/database.ts'
import { createKillableServices, type KillableServices } from '../support/killableServices.ts'
import { startPostgres } from '../support/postgres.ts'
import { publicUrl } from '../services/storage/customer.ts'
import type { Measure } from './measures.ts'
import { downloadsWork } from './work/downloads.ts'
import { exportsWork } from './work/exports.ts'
import type { Finding, LongWork } from './work/longWork.ts'
import { retentionWork } from './work/retention.ts'

const works: readonly LongWork[] = [downloadsWork, exportsWork, retentionWork]
const aims: readonly Finding['aim'][] = ['ends right', 'nothing twice', 'nothing lost', 'no orphans']
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
  if (server) process.env['KEEPSAKE_TEST_POSTGRES_URL'] = server.url
  try {
    for (const work of works) {
      if (filters.length === 0 || filters.includes(work.name)) await endure(work, report)
    }
  } finally {
    server?.stop()
  }
}

async function endure(work: LongWork, report: (trial: Trial) => void): Promise<void> {
  let longest = 0
  for (const kind of databaseKinds) {
    const { milliseconds, measures } = await doRound(work, kind, [])
    longest = Math.max(longest, milliseconds)
    report({ upstream: work.name, fault: `undisturbed, on ${kind}`, measures })
  }
  for (let round = 1; round <= rounds; round += 1) {
    const kind = databaseKinds[round % databaseKinds.length] ?? databaseKinds[0]
    const first = Math.random() * (work.longestMilliseconds ?? longest)
    const kills = round % secondKillEach === 0 ? [first, Math.random() * secondKillMilliseconds] : [first]
    const { measures } = await doRound(work, kind, kills)
    const moments = kills.map((moment) => `${Math.round(moment)} ms`).join(' and ')
    report({ upstream: work.name, fault: `killed after ${moments}, on ${kind}`, measures })
  }
}

/** @param kills how long after the work began, or after the last start, the process is killed */
async function doRound(
  work: LongWork,
  kind: (typeof databaseKinds)[number],
  kills: readonly number[],
): Promise<{ milliseconds: number; measures: Measure[] }> {
  const services = await createKillableServices(kind, publicUrl, work.services, work.settings)
  try {
    await services.start()
    const round = await work.prepare(services)
    await round.begin()
    const began = performance.now()
    for (const moment of kills) await killAfter(services, moment)
    const failure = await round.end().then(
      () => null,
      (error: unknown) => String(error),
    )
    const milliseconds = performance.now() - began
    const findings: readonly Finding[] =
      failure === null ? await round.verify() : [{ aim: 'ends right', met: false, detail: failure }]
    const duration = `${(milliseconds / 1_000).toFixed(1)} s`
    return {
      milliseconds,
      measures: [...measuresOf(findings), { name: 'took', shown: duration, met: true, detail: '' }],
    }
  } finally {
    await services.remove()
  }
}

async function killAfter(services: KillableServices, milliseconds: number): Promise<void> {
  await sleep(milliseconds)
  await services.kill()
  await services.start()
}

function measuresOf(findings: readonly Finding[]): Measure[] {
  return aims.map((name) => {
    const missed = findings.filter(({ aim, met }) => aim === name && !met)
    const looked = findings.some(({ aim }) => aim === name)
    const shown = !looked ? 'not looked at' : missed.length === 0 ? 'yes' : 'no'
    return { name, shown, met: looked && missed.length === 0, detail: missed.map(({ detail }) => detail).join('; ') }
  })
}
