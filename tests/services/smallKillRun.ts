import { expect } from 'vitest'
import { run, type Trial } from '../faults/work.ts'
import type { LongWork } from '../faults/work/longWork.ts'
import type { DatabaseKind } from '../support/database.ts'

/**
 * Makes a small run of `npm run test:faults -- work <name>`. Expects that the run reports every measure, and that all
 * measures are met.
 */
export async function expectToSurviveKill(name: LongWork['name'], kind: DatabaseKind): Promise<void> {
  const trials: Trial[] = []
  await run([name], (trial) => trials.push(trial), { small: true, databases: [kind] })
  const measures = trials.flatMap((trial) => trial.measures)
  const missed = measures.filter(({ met }) => !met).map(({ name, detail }) => `${name}: ${detail}`)
  // The details are the message, because a report shows only the beginning of a compared text.
  expect(missed, missed.join('\n')).toEqual([])
  expect(measures.map((measure) => measure.name)).toEqual([
    'right result',
    'no duplicates',
    'nothing lost',
    'no orphans',
    'took',
  ])
}
