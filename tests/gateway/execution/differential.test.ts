import { fork } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import type { DifferentialReport } from './differential.ts'

/** Documents per schema. Each document runs four times, which gives more than 10,000 cases for the two schemas. */
const documents = 1_400
const minimumCases = 5_000

async function run(subject: 'stress' | 'library', firstSeed: number) {
  const child = fork(new URL('differentialChild.ts', import.meta.url), { stdio: 'inherit' })
  child.send({ subject, documents, firstSeed })
  const reports: Promise<(DifferentialReport & { unhandled: string[] })[]> = once(child, 'message')
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`The child process ended with ${String(code)}, without a report.`)
  })
  const [report] = await Promise.race([reports, died])
  if (!report) throw new Error('The child process sent no report.')
  return report
}

/** Checks that the cases are diverse: equal responses to trivial cases would prove little. */
function expectRichCases({ compared, withErrors, invalid }: DifferentialReport) {
  expect(compared).toBeGreaterThan(minimumCases)
  expect(withErrors).toBeGreaterThan(compared * 0.3)
  expect(invalid).toBe(0)
}

const title = 'compiled queries give the same responses as the reference executor, including errors and their order'
describe.concurrent(title, { timeout: 300_000 }, () => {
  test('on a schema with every kind of failure', async () => {
    const report = await run('stress', 0)
    expect(report.differences.slice(0, 3).join('\n\n')).toBe('')
    expect(report.unhandled).toEqual([])
    expectRichCases(report)
  })

  test('on our own schema, with generated and corrupted upstream responses', async () => {
    const report = await run('library', 0)
    expect(report.differences.slice(0, 3).join('\n\n')).toBe('')
    expect(report.unhandled).toEqual([])
    expectRichCases(report)
  })
})
