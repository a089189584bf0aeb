import { describe, expect, test } from 'vitest'
import { layoutRows } from '../../../web/pages/library/photo-collection/grid/justifiedLayout.ts'
import { PageMemory } from '../../../web/pages/library/photo-collection/pages/PageMemory.ts'
import { smallPages } from '../../../web/pages/library/photo-collection/pages/pageSizes.ts'
import {
  type CollectionsLayout,
  anchorAt,
  collectionAt,
  distanceOf,
  layoutCollections,
  offsetOf,
  pageLayout,
  pageTops,
  placePages,
  remainderHeight,
  reservedHeight,
} from '../../../web/pages/library/photo-collection/viewport/collectionGeometry.ts'

/** Six photos of the usual ratio, 1.35, fill a row of 100 pixels exactly: n rows are 110 n - 10 pixels high. */
const metrics = { width: 860, rowHeight: 100, gap: 10 }
const title = 92
const more = 56

/** Answers the request for the last page with this many photos, by default of the usual ratio. */
function answer(memory: PageMemory, photos: number, hasNext: boolean, ratio = 1.35): void {
  const page = memory.pages.at(-1)
  if (!page) throw new Error('A collection has a page.')
  const ids = Array.from({ length: photos }, (_, index) => `${page.key}/${index}`)
  memory.settle(page.key, {
    ids,
    ratios: ids.map(() => ratio),
    to: photos,
    isOpen: false,
    endCursor: hasNext ? `after ${page.key}` : null,
    hasNext,
    asked: { first: photos, isRefresh: false },
    generation: memory.generation,
    held: null,
  })
}

/** A collection whose pages are loaded; each has this many photos. */
function loaded(count: number, ...pages: readonly number[]): PageMemory {
  const memory = new PageMemory(count, () => undefined, smallPages)
  memory.observe(0, count)
  let left = count
  for (const [index, photos] of pages.entries()) {
    left -= photos
    if (index > 0) memory.press()
    answer(memory, photos, left > 0)
  }
  return memory
}

function layoutOf(collections: readonly (readonly [id: string, count: number, memory?: PageMemory])[]) {
  const memories = new Map(collections.map(([id, , memory]) => [id, memory]))
  return layoutCollections(
    collections.map(([id, count]) => ({ id, count })),
    (id) => memories.get(id),
    metrics,
  )
}

function heightsOf({ tops }: CollectionsLayout): number[] {
  return tops.slice(1).map((top, index) => top - (tops[index] ?? 0))
}

describe('the height of a collection', () => {
  test('that is not loaded is estimated: one page, and the button if there are more photos', () => {
    const layout = layoutOf([
      ['one row', 6],
      ['a page', 24],
      ['more', 25],
      ['many', 5_000],
    ])
    expect(heightsOf(layout)).toEqual([title + 100, title + 430, title + 430 + more, title + 430 + more])
  })

  test('is estimated with a last row that fills the width; for fewer than 12 photos, this row may be narrower', () => {
    // Neither 11 nor 12 photos fill their rows.
    const other = { ...metrics, width: 1_060 }
    const estimate = (count: number) => layoutCollections([{ id: 'a', count }], () => undefined, other).tops.at(-1)
    const laidOut = (count: number, isEnd: boolean) => {
      const ratios = Array.from({ length: count }, () => 1.35)
      return title + layoutRows(ratios, other, isEnd).height
    }
    expect(laidOut(12, false)).not.toBe(laidOut(12, true))
    expect([estimate(11), estimate(12)]).toEqual([laidOut(11, true), laidOut(12, false)])
  })

  test('is the height of its loaded pages, and of the button if more follow', () => {
    const layout = layoutOf([
      ['complete', 36, loaded(36, 24, 12)],
      ['with more', 60, loaded(60, 24, 24)],
    ])
    expect(heightsOf(layout)).toEqual([title + 430 + 10 + 210, title + 430 + 10 + 430 + more])
  })

  test('is 0 after its last photo is removed', () => {
    const memory = loaded(6, 6)
    memory.remove(new Set(memory.ids))
    expect(heightsOf(layoutOf([['emptied', 0, memory]]))).toEqual([0])
  })

  test('changes with its number of photos, even while the pages stay the same', () => {
    const memory = new PageMemory(24, () => undefined, smallPages)
    expect(heightsOf(layoutOf([['a', 24, memory]]))).toEqual([title + 430])
    expect(heightsOf(layoutOf([['a', 25, memory]]))).toEqual([title + 430 + more])
  })
})

describe('the space below the pages of a collection', () => {
  test('is for the button, even while the requested page is not the last', () => {
    const memory = loaded(60, 24)
    expect(remainderHeight(memory, 60, metrics)).toBe(more)
    memory.press()
    expect(remainderHeight(memory, 60, metrics)).toBe(more)
    expect(remainderHeight(memory, 48, metrics)).toBe(0)
    answer(memory, 24, true)
    expect(remainderHeight(memory, 60, metrics)).toBe(more)
    memory.press()
    answer(memory, 12, false)
    expect(remainderHeight(memory, 60, metrics)).toBe(0)
  })

  test('is reserved for pages that load automatically: for all remaining photos, up to 288', () => {
    const memory = loaded(1_000, 24, 24, 24)
    expect(reservedHeight(memory, 1_000, metrics)).toBe(0)
    memory.press()
    expect(memory.isAutomatic).toBe(true)
    // The 24 requested photos are in a page that reserves space for them.
    expect(reservedHeight(memory, 96 + 24, metrics)).toBe(430)
    answer(memory, 24, true)
    expect(reservedHeight(memory, 96 + 24, metrics)).toBe(430)
    expect(reservedHeight(memory, 1_000, metrics)).toBe(110 * 48 - 10)
    expect(reservedHeight(memory, 90, metrics)).toBe(0)
    expect(remainderHeight(memory, 96 + 24, metrics)).toBe(more + 430)
  })
})

describe('a page', () => {
  const [page] = loaded(24, 24).pages
  if (!page) throw new Error('A collection has a page.')

  test('is laid out by the aspect ratios of its photos', () => {
    const layout = pageLayout(page, metrics)
    expect(layout).toEqual({ metrics, isEnd: true, height: 430 })
    // The same object, so that React does not draw the page again.
    expect(pageLayout(page, metrics)).toBe(layout)
  })

  test('is fitted into its reserved height while the width stays the same', () => {
    const held = { ...page, held: { width: metrics.width, height: 380 } }
    const fitted = pageLayout(held, metrics)
    expect(fitted.height).toBe(380)
    expect(layoutRows(page.ratios, fitted.metrics, fitted.isEnd).height).toBe(380)
    expect(pageLayout(held, { ...metrics, width: 600 }).height).not.toBe(380)
  })

  test('has a last row that may be narrower if it is the last page, or has few photos', () => {
    const isEnd = (ratios: number, hasNext: boolean) =>
      pageLayout({ ...page, hasNext, ratios: Array.from({ length: ratios }, () => 1.35) }, metrics).isEnd
    expect([isEnd(24, true), isEnd(24, false), isEnd(12, true), isEnd(11, true)]).toEqual([false, true, false, true])
    expect(pageLayout({ ...page, isLoaded: false }, metrics).isEnd).toBe(false)
  })

  test('begins with the element before the first photo only if it is the first page', () => {
    const withLead = { ...metrics, lead: 1.35 }
    const photos = { ratios: Array.from({ length: 23 }, () => 1.35) }
    expect(pageLayout({ ...page, ...photos }, withLead).metrics.lead).toBe(1.35)
    expect(pageLayout({ ...page, ...photos, after: 'a cursor' }, withLead).metrics.lead).toBeUndefined()
  })
})

describe('a place in the view', () => {
  test('is in the last collection that begins at this place or above it', () => {
    const { tops } = layoutOf([
      ['a', 6],
      ['b', 6],
      ['c', 6],
    ])
    const layout = layoutOf([
      ['a', 6],
      ['b', 6],
      ['c', 6],
    ])
    expect(tops).toEqual([0, 192, 384, 576])
    expect([-10, 0, 191, 192, 383, 384, 575, 576, 9_000].map((top) => collectionAt(layout, top))).toEqual([
      0, 0, 0, 1, 1, 2, 2, 2, 2,
    ])
    expect(collectionAt(layoutOf([]), 10)).toBe(0)
  })

  test('stays at the same photo when heights above it change', () => {
    const [short, long] = [loaded(60, 24, 24), loaded(60, 24, 24)]
    const before = layoutOf([
      ['a', 6],
      ['b', 60, short],
      ['c', 60, long],
    ])
    const [first, second] = pageTops(before, 2)
    expect([first?.top, second?.top]).toEqual([192 + 1_018 + 92, 192 + 1_018 + 92 + 440])
    const after = layoutOf([
      ['b', 48, loaded(48, 24, 24)],
      ['c', 60, long],
    ])
    for (const [distance, pageKey] of [
      [1_300, null],
      [1_302, first?.key],
      [1_741, first?.key],
      [1_742, second?.key],
      [1_900, second?.key],
    ] as const) {
      const anchor = anchorAt(before, distance)
      expect(anchor).toMatchObject({ collectionId: 'c', pageKey })
      // The first collection and the button of the second, both above the anchor, were removed.
      expect(anchor && distanceOf(after, anchor)).toBe(distance - 192 - more)
    }
  })

  test('is measured from the top of its collection when its page is gone, and is unknown without the collection', () => {
    const layout = layoutOf([
      ['a', 6],
      ['b', 24, loaded(24, 24)],
    ])
    expect(distanceOf(layout, { collectionId: 'b', pageKey: 99, offset: 5 })).toBe(197)
    expect(distanceOf(layout, { collectionId: 'gone', pageKey: null, offset: 5 })).toBeNull()
    expect(anchorAt(layoutOf([]), 5)).toBeNull()
  })
})

describe('pages near a stretch of a collection', () => {
  const memory = loaded(96, 24, 24, 24, 24)

  test('are drawn; adjacent pages that are far away share one space', () => {
    const parts = (from: number, to: number) =>
      placePages(memory, metrics, { from, to }).parts.map(({ key, top, height, gap, firstIndex }) => [
        key.replace(/\d+/, String(firstIndex)),
        top,
        height,
        gap,
      ])
    const all = [
      ['page 0', 92, 430, 10],
      ['page 24', 532, 430, 10],
      ['page 48', 972, 430, 10],
      ['page 72', 1_412, 430, 0],
    ]
    expect(parts(0, 5_000)).toEqual(all)
    // A page that only touches the stretch is not near.
    expect(parts(522, 972)).toEqual([['space 0', 92, 440, 0], all[1], ['space 48', 972, 870, 0]])
    expect(parts(521, 973)).toEqual([all[0], all[1], all[2], ['space 72', 1_412, 430, 0]])
    expect(placePages(memory, metrics, { from: 0, to: 1 }).height).toBe(1_842)
  })

  test('each photo is in its row; an unknown photo is at the end', () => {
    expect([0, 5, 6, 23, 24, 29, 30, 95].map((photo) => offsetOf(memory, metrics, photo))).toEqual([
      92, 92, 202, 422, 532, 532, 642, 1_742,
    ])
    expect(offsetOf(memory, metrics, 96)).toBe(1_852)
  })
})
