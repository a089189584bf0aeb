import { expect, test } from 'vitest'
import { instantOf } from '../../gateway/instants.ts'

const years = ['0000', '1900', '2000', '2023', '2024', '9999']
const times = ['00:00:00.000', '23:59:59.999', '24:00:00.000', '12:60:00.000', '12:00:60.000', '12:00:00.00']

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

/** Parses a time with `Date`, and writes it in the format of the API. */
function rewritten(text: string): string | null {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

test('a time in the format of the API is handled as `Date` handles it, even on days that do not exist', () => {
  const texts = years.flatMap((year) =>
    Array.from({ length: 14 }, (_, month) => `${year}-${twoDigits(month)}`).flatMap((month) =>
      Array.from({ length: 33 }, (_, day) => `${month}-${twoDigits(day)}`).flatMap((day) =>
        times.map((time) => `${day}T${time}Z`),
      ),
    ),
  )
  expect(texts.filter((text) => instantOf(text) !== rewritten(text))).toEqual([])
})

test('times in other formats become times in UTC', () => {
  const given = ['2026-03-01T10:00:00', '2026-03-01 10:00:00.5', '2026-03-01T12:00:00+02:00', 1_772_359_200_000]
  expect(given.map(instantOf)).toEqual([
    '2026-03-01T10:00:00.000Z',
    '2026-03-01T10:00:00.500Z',
    '2026-03-01T10:00:00.000Z',
    '2026-03-01T10:00:00.000Z',
  ])
})

test('a text that is not a time becomes null, and so does a missing text', () => {
  expect(
    ['', 'soon', '2026-03-01T10:00:00.000Zulu', 'x2026-03-01T10:00:00.000Z', null, undefined].map(instantOf),
  ).toEqual([null, null, null, null, null, null])
})
