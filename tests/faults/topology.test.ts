import { expect, test } from 'vitest'
import { run, type Trial } from './topology.ts'

/** `npm run test:faults -- topology` compares times and failures with their aims, on a quiet machine. */
test(
  'in a small run, replaced, killed, hung and restarted parts lose and double nothing',
  { timeout: 600_000 },
  async () => {
    const trials: Trial[] = []
    await run([], (trial) => trials.push(trial), { small: true })
    expect(trials.map(({ upstream, fault }) => `${upstream} ${fault}`).slice(0, -1)).toEqual([
      's3 killed',
      's3 hung',
      'edge-1 rolled',
      'gateway-1 rolled',
      'services-all rolled',
      'edge-1 killed',
      'gateway-1 killed',
      'services-all killed',
      'services-workers killed',
      'services-all hung',
      'database restarted, fast',
      'database restarted, immediate',
    ])
    const { fault = '', measures = [] } = trials.at(-1) ?? {}
    expect(fault).toMatch(
      /^[1-9]\d+ albums, [1-9]\d+ uploads, [1-9]\d* archives, [1-9]\d* exports \(the last of [1-9]\d* files\), [1-9]\d+ facts in [1-9]\d* resumptions$/,
    )
    expect(measures.slice(0, 4).map(({ name, shown, detail }) => [name, shown, detail])).toEqual([
      ['lost', '0', ''],
      ['doubled', '0', ''],
      ['left', '0', ''],
      ['processes ended', '0', ''],
    ])
  },
)
