import { describe, expect, test } from 'vitest'
import { largestPrint, printsOf } from '../../../../web/shared/prints/printQuality.ts'

/** The first letters of the qualities, from the smallest size to the largest. */
function qualityLetters(width: number, height: number): string {
  return printsOf(width, height)
    .map(({ quality }) => quality[0])
    .join('')
}

describe('the print quality of a photo', () => {
  test('is given for the usual sizes, smallest first', () => {
    const sizes = printsOf(1, 1).map(({ short, long }) => `${short}×${long}`)
    expect(sizes).toEqual(['10×15', '13×18', '20×30', '30×45', '40×60', '50×75'])
  })

  test.each([
    ['a camera of 24 megapixels', 6000, 4000, 'eeeegg', 75],
    ['a telephone of 12 megapixels', 4032, 3024, 'eeegal', 60],
    ['a camera of 2003', 2048, 1536, 'egalll', 30],
    ['a picture from a chat', 1024, 768, 'alllll', 15],
    ['a panorama, whose short edge decides', 12_000, 1000, 'galll'.padEnd(6, 'l'), 18],
    ['a thumbnail', 300, 200, 'llllll', null],
    ['no pixels', 0, 0, 'llllll', null],
  ])('of %s is as good as its pixels allow', (_, width, height, qualities, largest) => {
    expect(qualityLetters(width, height)).toBe(qualities)
    expect(largestPrint(width, height)?.long ?? null).toBe(largest)
  })

  test('does not depend on its orientation', () => {
    expect(qualityLetters(1536, 2048)).toBe(qualityLetters(2048, 1536))
  })

  // 15 × 10 cm are 5.906 × 3.937 inches: 300 dots per inch are 1771.65 × 1181.1 pixels, and so on.
  test.each([
    [1772, 1182, 'excellent'],
    [1771, 1182, 'good'],
    [1772, 1181, 'good'],
    [1182, 788, 'good'],
    [1181, 788, 'acceptable'],
    [1182, 787, 'acceptable'],
    [886, 591, 'acceptable'],
    [885, 591, 'low'],
    [886, 590, 'low'],
  ])('of %d × %d pixels on 10 × 15 cm is %s', (width, height, quality) => {
    expect(printsOf(width, height)[0]?.quality).toBe(quality)
  })
})
