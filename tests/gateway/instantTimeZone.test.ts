import { afterEach, expect, test, vi } from 'vitest'
import { instantOf } from '../../gateway/instants.ts'

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['2026-07-01T09:30:00', '2026-07-01T09:30:00.000Z'],
  ['2026-07-01 09:30:00.123456', '2026-07-01T09:30:00.123Z'],
  ['2026-07-01', '2026-07-01T00:00:00.000Z'],
  ['2026-07-01T09:30:00+02:00', '2026-07-01T07:30:00.000Z'],
  ['2026-07-01T09:30:00Z', '2026-07-01T09:30:00.000Z'],
  [1_782_898_200_000, '2026-07-01T09:30:00.000Z'],
  ['yesterday', null],
  ['', null],
  [Number.MAX_VALUE, null],
  [null, null],
])('the time %s is read as %s, whatever the time zone of the gateway', (given, instant) => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(new Date(0).getTimezoneOffset()).toBe(300)
  expect(instantOf(given)).toBe(instant)
})
