import { expect } from 'vitest'
import { run, type Trial } from '../faults/work.ts'
import type { LongWork } from '../faults/work/longWork.ts'
import type { DatabaseKind } from '../support/database.ts'

/**
 * Makes a small run of `npm run test:faults -- work <name>`. Expects that the run takes every measure, and that
 * all measures are met.
 */
export async function expectToSurviveKill(name: LongWork['name'], kind: DatabaseKind): Promise<void> {
  const trials: Trial[] = []
  await run([name], (trial) => trials.push(trial), { small: true, databases: [kind] })
  const measures = trials.flatMap((trial) => trial.measures)
  // Text, because the report of a failed comparison of objects does not show their details.
  const missed = measures.filter(({ met }) => !met).map(({ name, detail }) => `${name}: ${detail}`)
  expect(missed.join('\n')).toBe('')
  expect(measures.map((measure) => measure.name)).toEqual([
    'right result',
    'no duplicates',
    'nothing lost',
    'no orphans',
    'took',
  ])
}
