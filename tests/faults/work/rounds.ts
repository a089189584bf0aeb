import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseKind } from '../../support/database.ts'
import { createKillableServices, type KillableServices } from '../../support/killableServices.ts'
import { publicUrl } from '../../services/storage/customer.ts'
import type { Measure } from '../measures.ts'
import type { Finding, LongWork } from './longWork.ts'

const aims: readonly Finding['aim'][] = ['right result', 'no duplicates', 'nothing lost', 'no orphans']

/**
 * Runs one piece of long work once.
 * @param kills when to kill the process, in milliseconds since the work began or since the last start
 */
export async function runRound(
  work: LongWork,
  kind: DatabaseKind,
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
      failure === null ? await round.verify() : [{ aim: 'right result', met: false, detail: failure }]
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
    const wasChecked = findings.some(({ aim }) => aim === name)
    const shown = !wasChecked ? 'not checked' : missed.length === 0 ? 'yes' : 'no'
    return {
      name,
      shown,
      met: wasChecked && missed.length === 0,
      detail: missed.map(({ detail }) => detail).join('; '),
    }
  })
}
