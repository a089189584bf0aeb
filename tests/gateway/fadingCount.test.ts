import { expect, test } from 'vitest'
import { FadingCount } from '../../gateway/fadingCount.ts'

test('a part counts 1/e after the time constant', () => {
  const count = new FadingCount(2_000, 0)
  for (let part = 0; part < 99; part += 1) count.add(0)
  expect(count.add(0)).toBe(100)
  expect(count.at(2_000)).toBeCloseTo(100 / Math.E)
  expect(count.add(4_000)).toBeCloseTo(100 / Math.E ** 2 + 1)
})

test('raising a count never lowers it', () => {
  const count = new FadingCount(2_000, 0)
  expect(count.raise(5, 0)).toBe(5)
  expect(count.raise(3, 0)).toBe(5)
  expect(count.raise(3, 20_000)).toBe(3)
})

test('a clock that goes back does not make a count grow', () => {
  const count = new FadingCount(2_000, 500_000)
  count.add(500_000)
  expect(count.at(0)).toBe(1)
})
