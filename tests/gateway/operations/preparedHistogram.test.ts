import { Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { PreparedHistogram } from '../../../gateway/telemetry/preparedHistogram.ts'

const configuration = { name: 'duration_seconds', help: 'Duration', buckets: [0.01, 0.1, 1] }
const observations = [
  ['photos', 'OK', 0.005],
  ['photos', 'OK', 0.01],
  ['photos', 'OK', 0.1000001],
  ['photos', 'OK', 7],
  ['orders', 'OK', 0],
  ['orders', 'UPSTREAM_TIMEOUT', 1],
] as const

test('prints what a histogram of prom-client prints for the same observations', async () => {
  const [registry, expected] = [new Registry(), new Registry()]
  const labelNames: ('upstream' | 'outcome')[] = ['upstream', 'outcome']
  const prepared = new PreparedHistogram({ ...configuration, labelNames, registers: [registry] })
  const plain = new Histogram({ ...configuration, labelNames, registers: [expected] })
  for (const [upstream, outcome, seconds] of observations) {
    prepared.series(upstream, outcome).observe(seconds)
    plain.observe({ upstream, outcome }, seconds)
  }
  const text = await registry.metrics()
  expect(text).toBe(await expected.metrics())
  expect(text).toContain('duration_seconds_bucket{le="0.1",upstream="photos",outcome="OK"} 2')
})

test('prints a metric without observations', async () => {
  const registry = new Registry()
  const labelNames: 'document'[] = ['document']
  const prepared = new PreparedHistogram({ ...configuration, labelNames, registers: [registry] })
  expect(await registry.metrics()).toBe('# HELP duration_seconds Duration\n# TYPE duration_seconds histogram\n')
  prepared.series('a').observe(0.5)
  expect(await registry.metrics()).toContain('duration_seconds_count{document="a"} 1')
})
