import { expect, test } from 'vitest'
import { shownPages } from '../../../web/shared/page-links/shownPages.ts'

test.each([
  [1, 1, [1]],
  [2, 3, [1, 2, 3]],
  [1, 10, [1, 2, 'after', 10]],
  [4, 10, [1, 2, 3, 4, 5, 'after', 10]],
  [5, 10, [1, 'before', 4, 5, 6, 'after', 10]],
  [7, 10, [1, 'before', 6, 7, 8, 9, 10]],
  [10, 10, [1, 'before', 9, 10]],
])('page %d of %d has links to the pages around it, the first and the last', (page, pages, expected) => {
  expect(shownPages(page, pages)).toEqual(expected)
})
