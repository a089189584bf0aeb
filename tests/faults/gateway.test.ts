import { expect, test } from 'vitest'
import { faults } from './faults.ts'
import { run, type Trial } from './gateway.ts'
import { upstreams } from './stack.ts'

const figures = [
  'failed or slow',
  'shed / normal',
  '5xx',
  'untyped',
  'lost besides',
  'p99 ≤ 9900',
  'p99 others / normal',
  'recovery ≤ 1500',
  'calls ≤ 1.2 ×',
]

/** `npm run test:faults -- gateway` and `faultsUnderLoad.test.ts` check whether the figures meet their aims. */
test('a small run uses every fault and every upstream, and yields every figure', { timeout: 600_000 }, async () => {
  const trials: Trial[] = []
  await run([], (trial) => trials.push(trial), { small: true })

  const [single, together] = [trials.slice(0, -upstreams.length), trials.slice(-upstreams.length)]
  expect(new Set(single.map(({ fault }) => fault))).toEqual(new Set(faults.map(({ name }) => name)))
  for (const { measures } of single) expect(measures.map(({ name }) => name)).toEqual(figures)
  expect(together.map(({ upstream, fault, measures }) => [upstream, fault, measures.length])).toEqual(
    upstreams.map((upstream) => [upstream, 'all of them', 1]),
  )
})
