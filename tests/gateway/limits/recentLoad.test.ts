import { expect, test } from 'vitest'
import { RecentLoad } from '../../../gateway/limits/recentLoad.ts'

/** Adds `count` simultaneous requests of a caller. Returns the caller's load at the last request. */
function addRequests(recent: RecentLoad, caller: string, count: number, now = 0): number {
  let load = 0
  for (let request = 0; request < count; request += 1) load = recent.add(caller, now)
  return load
}

test('a new caller has no load, and the heaviest caller almost the full load', () => {
  const recent = new RecentLoad()
  expect(addRequests(recent, 'heavy', 100)).toBeCloseTo(0.99)
  expect(addRequests(recent, 'light', 1)).toBe(0)
  expect(addRequests(recent, 'light', 1)).toBeCloseTo(0.01)
})

test('the load of earlier requests fades: to about a third after 2 s', () => {
  const recent = new RecentLoad()
  addRequests(recent, 'earlier', 100)
  addRequests(recent, 'now', 100, 2_000)
  expect(addRequests(recent, 'earlier', 1, 2_000)).toBeCloseTo(0.37)
  expect(addRequests(recent, 'earlier', 1, 60_000)).toBeCloseTo(0)
})

test('a caller is heavy only relative to others: when the heaviest stops, the next becomes the heaviest', () => {
  const recent = new RecentLoad()
  addRequests(recent, 'heavy', 1_000)
  expect(addRequests(recent, 'next', 50)).toBeLessThan(0.05)
  expect(addRequests(recent, 'next', 50, 60_000)).toBeCloseTo(0.98)
})

test('at most 50,000 callers are remembered', () => {
  const recent = new RecentLoad()
  for (let caller = 0; caller < 60_000; caller += 1) recent.add(`caller ${caller}`, 0)
  expect(recent.size).toBe(50_000)
})
