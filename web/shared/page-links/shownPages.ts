/**
 * The pages to link to: the first, the last, the current page and its neighbours. `before` and `after` mark a gap of
 * two or more pages; a gap of one page is filled with that page.
 */
export function shownPages(page: number, pages: number): readonly (number | 'before' | 'after')[] {
  const from = page <= 4 ? 1 : page - 1
  const to = page >= pages - 3 ? pages : page + 1
  const middle = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const start = from > 1 ? ([1, 'before'] as const) : []
  const end = to < pages ? (['after', pages] as const) : []
  return [...start, ...middle, ...end]
}
