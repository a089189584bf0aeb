import { Script } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { spreadsOf } from '../../../services/widgets/book/bookPage.ts'
import { bookStyle } from '../../../services/widgets/book/bookStyle.ts'
import { bookScript, firstScript } from '../../../services/widgets/book/leafing.ts'

const page = (number: number) => ({ number, takenOn: null, picture: null })

/** Maximum size in bytes, compressed with gzip. */
const largestScript = 15 * 1024

test('the script of a book is small, complete, and uses no storage, no cookies and no calls that need an origin', () => {
  expect(gzipSync(firstScript + bookScript).length).toBeLessThan(largestScript)
  expect(() => new Script(firstScript)).not.toThrow()
  expect(() => new Script(bookScript)).not.toThrow()
  expect(bookScript).not.toMatch(/localStorage|sessionStorage|indexedDB|cookie|fetch\(|XMLHttpRequest|eval|<\/script/)
})

test('the style of a book has no comments, and cannot end its element', () => {
  expect(bookStyle).not.toMatch(/\/\*|<\//)
  expect(bookStyle.split('{').length).toBe(bookStyle.split('}').length)
})

/** The numbers of the pages of each spread. */
function numbers(count: number): number[][] {
  const pages = Array.from({ length: count }, (_, index) => page(index + 1))
  return spreadsOf(pages).map((spread) => spread.map(({ number }) => number))
}

test('the cover of a book is alone, and then two pages lie side by side', () => {
  expect(numbers(1)).toEqual([[1]])
  expect(numbers(4)).toEqual([[1], [2, 3], [4]])
  expect(numbers(5)).toEqual([[1], [2, 3], [4, 5]])
})
