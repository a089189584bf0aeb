import { afterEach, expect, test, vi } from 'vitest'
import { Backoff } from '../../../services/platform/backoff.ts'

afterEach(() => vi.restoreAllMocks())

test('delays double up to the limit, and start again after a success', () => {
  vi.spyOn(Math, 'random').mockReturnValue(1)
  const backoff = new Backoff(100, 350)
  expect([backoff.next(), backoff.next(), backoff.next(), backoff.next()]).toEqual([100, 200, 350, 350])
  backoff.reset()
  expect(backoff.next()).toBe(100)
})

test('delays are random, between half of their full length and the full length', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  expect(new Backoff(100, 350).next()).toBe(50)
})
