import { describe, expect, test } from 'vitest'
import { placePhotos } from '../../../services/exports/chunking.ts'

/** Photos of one size, with numbers from `first` on. */
function photosFrom(first: number, count: number, size: number) {
  return Array.from({ length: count }, (_, index) => ({ number: first + index, path: 'a.jpg', size }))
}

describe('the files of an export', () => {
  test('hold at most 20,000 photos, however small', () => {
    const chunks = placePhotos(undefined, photosFrom(1, 45_000, 1), Number.MAX_SAFE_INTEGER)
    expect(chunks.map(({ firstPhoto, lastPhoto }) => [firstPhoto, lastPhoto])).toEqual([
      [1, 20_000],
      [20_001, 40_000],
      [40_001, 45_000],
    ])
  })

  test('continue where the previous page of photos ended, and never exceed the size limit', () => {
    const limit = 10_000
    const all = photosFrom(1, 20, 3_000)
    const whole = placePhotos(undefined, all, limit)
    const first = placePhotos(undefined, all.slice(0, 7), limit)
    const rest = placePhotos(first.at(-1), all.slice(7), limit)
    expect([...first.slice(0, -1), ...rest]).toEqual(whole)
    expect(whole.every(({ fileBytes }) => fileBytes <= limit)).toBe(true)
    expect(whole.reduce((sum, { contentBytes }) => sum + contentBytes, 0)).toBe(20 * 3_000)
  })
})
