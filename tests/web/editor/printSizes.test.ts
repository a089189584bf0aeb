import { describe, expect, test } from 'vitest'
import { possiblePrints } from '../../../web/pages/editor/printSizes.ts'

/** The sizes as text, with a tilde before those that look a little soft. */
function read(width: number, height: number): string {
  return possiblePrints(width, height)
    .map(({ short, long, quality }) => `${quality === 'acceptable' ? '~' : ''}${short}×${long}`)
    .join(' ')
}

describe('the possible print sizes of a photo', () => {
  test.each([
    ['a camera of 24 megapixels', 6000, 4000, '10×15 13×18 20×30 30×45 40×60 50×75'],
    ['a telephone of 12 megapixels', 4032, 3024, '10×15 13×18 20×30 30×45 ~40×60'],
    ['a camera of 2003', 2048, 1536, '10×15 13×18 ~20×30'],
    ['a picture from a chat', 1024, 768, '~10×15'],
    ['a thumbnail', 300, 200, ''],
    ['nothing', 0, 0, ''],
  ])('%s', (_, width, height, sizes) => {
    expect(read(width, height)).toBe(sizes)
  })

  test('do not depend on its orientation', () => {
    expect(read(1536, 2048)).toBe(read(2048, 1536))
  })

  test('are good at 200 dots per inch or more, and acceptable at 150 or more', () => {
    // 15 × 10 cm are 5.906 × 3.937 inches.
    expect(possiblePrints(1182, 788)[0]).toEqual({ short: 10, long: 15, quality: 'good' })
    expect(possiblePrints(1181, 787)[0]).toEqual({ short: 10, long: 15, quality: 'acceptable' })
    expect(read(886, 591)).toBe('~10×15')
    expect(read(885, 590)).toBe('')
  })

  test('are limited by the short edge of a panorama', () => {
    expect(read(12_000, 1000)).toBe('10×15 ~13×18')
  })
})
