import { fork } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import type { DifferentialReport } from './differential.ts'

/** Documents per schema; each runs four times, so that more than 10,000 cases are compared in all. */
const documents = 1_400
const aim = 5_000

async function run(subject: 'stress' | 'library', firstSeed: number) {
  const child = fork(new URL('differentialChild.ts', import.meta.url), { stdio: 'inherit' })
  child.send({ subject, documents, firstSeed })
  const told: Promise<(DifferentialReport & { unheard: string[] })[]> = once(child, 'message')
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`The differential ended with ${String(code)} and told nothing.`)
  })
  const [report] = await Promise.race([told, died])
  if (!report) throw new Error('The differential told nothing.')
  return report
}

/** A number of equal answers proves little when the cases are poor. */
function expectRichCases({ compared, withErrors, invalid }: DifferentialReport) {
  expect(compared).toBeGreaterThan(aim)
  expect(withErrors).toBeGreaterThan(compared * 0.3)
  expect(invalid).toBe(0)
}

const title = 'compiled queries answer what the reference executor answers, errors and their order included'
describe.concurrent(title, { timeout: 300_000 }, () => {
  test('on a schema with everything that can go wrong', async () => {
    const report = await run('stress', 0)
    expect(report.differences.slice(0, 3).join('\n\n')).toBe('')
    expect(report.unheard).toEqual([])
    expectRichCases(report)
  })

  test('on our own schema, with generated and corrupted answers of upstreams', async () => {
    const report = await run('library', 0)
    expect(report.differences.slice(0, 3).join('\n\n')).toBe('')
    expect(report.unheard).toEqual([])
    expectRichCases(report)
  })
})
