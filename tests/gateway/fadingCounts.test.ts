import { expect, test } from 'vitest'
import { FadingCounts } from '../../gateway/fadingCounts.ts'

const sizes = { timeConstant: 2_000, maximumKeys: 100 }

test('a part counts 1/e after the time constant', () => {
  const counts = new FadingCounts(sizes)
  for (let part = 0; part < 99; part += 1) counts.add('key', 0)
  expect(counts.add('key', 0)).toBe(100)
  expect(counts.of('key', 2_000)).toBeCloseTo(100 / Math.E)
  expect(counts.add('key', 4_000)).toBeCloseTo(100 / Math.E ** 2 + 1)
})

test('each key has its own count', () => {
  const counts = new FadingCounts(sizes)
  counts.add('one', 0)
  expect([counts.of('one', 0), counts.of('other', 0)]).toEqual([1, 0])
})

test('a clock that goes back does not make a count grow', () => {
  const counts = new FadingCounts(sizes)
  counts.add('key', 500_000)
  expect(counts.of('key', 0)).toBe(1)
})
