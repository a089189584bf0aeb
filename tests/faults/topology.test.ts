import { expect, test } from 'vitest'
import { run, type Trial } from './topology.ts'

/** `npm run test:faults -- topology` compares times and failures with their aims, on a quiet machine. */
test('in a small run, replaced, killed and restarted parts lose and double nothing', { timeout: 600_000 }, async () => {
  const trials: Trial[] = []
  await run([], (trial) => trials.push(trial), { small: true })
  expect(trials.map(({ upstream, fault }) => `${upstream} ${fault}`).slice(0, -1)).toEqual([
    'edge-1 rolled',
    'edge-1 killed',
    'gateway-1 rolled',
    'gateway-1 killed',
    'services-1 rolled',
    'services-1 killed',
    'database restarted, fast',
    'database restarted, immediate',
  ])
  const { fault = '', measures = [] } = trials.at(-1) ?? {}
  expect(fault).toMatch(/^[1-9]\d+ albums, [1-9]\d+ uploads$/)
  expect(measures.map(({ name, shown, detail }) => [name, shown, detail])).toEqual([
    ['lost', '0', ''],
    ['doubled', '0', ''],
    ['processes ended', '0', ''],
  ])
})
