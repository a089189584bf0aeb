import { describe, expect, test } from 'vitest'
import {
  type GridMetrics,
  type GridTile,
  gridMetrics,
  layoutRows,
  ratioOf,
} from '../../../web/pages/library/photo-collection/grid/justifiedLayout.ts'
import { PageMemory } from '../../../web/pages/library/photo-collection/pages/PageMemory.ts'
import { largePagesAfterLead, smallPages } from '../../../web/pages/library/photo-collection/pages/pageSizes.ts'
import {
  layoutCollections,
  leadOf,
  metricsOf,
  pageLayout,
  titleHeight,
} from '../../../web/pages/library/photo-collection/viewport/collectionGeometry.ts'

/** The widths (px) of the photos in windows of 390, 768 and 1440 px. */
const widths = [359, 704, 1_065]

/** Width and height of photos, in orders that put extreme shapes beside each other. */
const shapes: Readonly<Record<string, readonly (readonly [width: number, height: number])[]>> = {
  landscapes: [[4, 3], [3, 2], [16, 9]],
  portraits: [[3, 4], [2, 3], [9, 16]],
  squares: [[1, 1]],
  panoramas: [[10, 1], [3, 1]],
  towers: [[1, 10], [1, 3]],
  mixed: [[4, 3], [3, 4], [10, 1], [1, 1], [1, 10], [16, 9], [2, 3]],
} // prettier-ignore

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

function ratiosOf(kind: string, count: number): readonly number[] {
  const of = shapes[kind] ?? []
  return Array.from({ length: count }, (_, index) => ratioOf(...(of[index % of.length] ?? [1, 1])))
}

/** Loads all photos of a collection while it is on screen, so that its page keeps the height reserved for it. */
function load(memory: PageMemory, ratios: readonly number[], metrics: GridMetrics): void {
  const [page] = memory.pages
  if (!page) throw new Error('A collection has a page.')
  memory.settle(page.key, {
    ids: ratios.map((_, index) => String(index)),
    ratios,
    to: ratios.length,
    isOpen: false,
    endCursor: null,
    hasNext: false,
    asked: { first: page.size, isRefresh: false },
    generation: memory.generation,
    held: { width: metrics.width, height: pageLayout(page, metrics).height },
  })
}

/** The tiles of a collection's first page, and the element before them, in reading order. */
function boxesOf(memory: PageMemory, metrics: GridMetrics, left = 0, top = 0): { lead: Box | null; tiles: Box[] } {
  const [page] = memory.pages
  if (!page) throw new Error('A collection has a page.')
  const layout = pageLayout(page, metrics)
  const lead = leadOf(page, metrics)
  const boxOf = (tile: GridTile, row: { readonly top: number; readonly height: number }) => ({
    left: left + tile.left,
    top: top + row.top,
    right: left + tile.left + tile.width,
    bottom: top + row.top + row.height,
  })
  return {
    lead: lead && boxOf({ left: 0, width: lead.width }, { top: 0, height: lead.height }),
    tiles: layoutRows(page.ratios, layout.metrics, layout.isEnd).rows.flatMap((row) =>
      row.tiles.map((tile) => boxOf(tile, row)),
    ),
  }
}

/** Expects boxes that fit into the width, have a useful size, and follow in reading order without overlapping. */
function expectInOrder(boxes: readonly Box[], { width, rowHeight }: GridMetrics): void {
  const isUseful = ({ left, top, right, bottom }: Box) =>
    left >= 0 && right <= width && right - left > 40 && bottom - top > rowHeight / 3 && bottom - top < 1.9 * rowHeight
  const isAfter = (box: Box, before: Box) =>
    box.top >= before.bottom || (box.top === before.top && box.left >= before.right)
  const wrong = boxes.filter((box, index) => !isUseful(box) || !boxes.slice(0, index).every((one) => isAfter(box, one)))
  expect(wrong).toEqual([])
}

const cases = widths.flatMap((width) => Object.keys(shapes).map((kind) => [kind, width] as const))

describe('an album of 1 to 12 photos', () => {
  test.each(cases)(
    'of %s, %i px wide, has its Add button beside the photos, before and after they are loaded',
    (kind, width) => {
      const metrics = { ...gridMetrics(width), lead: 1 }
      for (let count = 1; count <= 12; count += 1) {
        const memory = new PageMemory(count, () => undefined, largePagesAfterLead)
        const ratios = ratiosOf(kind, count)
        for (const isLoaded of [false, true]) {
          if (isLoaded) load(memory, ratios, metrics)
          const { lead, tiles } = boxesOf(memory, metrics)
          expect(tiles).toHaveLength(count)
          expect(lead).toMatchObject({ left: 0, top: 0 })
          expectInOrder([...(lead ? [lead] : []), ...tiles], metrics)
        }
      }
    },
  )

  test.each(widths)('%i px wide, has its Add button beside the photos after some of them were removed', (width) => {
    const metrics = { ...gridMetrics(width), lead: 1 }
    for (const removed of [1, 2, 11]) {
      const memory = new PageMemory(12, () => undefined, largePagesAfterLead)
      load(memory, ratiosOf('mixed', 12), metrics)
      memory.remove(new Set(memory.ids.slice(0, removed)))
      const { lead, tiles } = boxesOf(memory, metrics)
      expect(tiles).toHaveLength(12 - removed)
      expectInOrder([...(lead ? [lead] : []), ...tiles], metrics)
    }
  })
})

/** The photo counts of the months: first 1 to 12 in order, then small and large counts mixed. */
const counts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 12, 2, 1, 1, 8, 3, 1, 5, 2, 2, 1, 1, 1, 1]

/** The months with these counts as collections, and the loaded pages of each month. */
function months() {
  const memories = counts.map((count) => new PageMemory(count, () => undefined, smallPages))
  const collections = counts.map((count, index) => ({ id: String(index), count }))
  return {
    memories,
    layout: (metrics: GridMetrics) => layoutCollections(collections, (id) => memories[Number(id)], metrics),
  }
}

/** For each row that several months share: the photo counts of these months. */
function rowsOf(width: number): number[][] {
  const { starts } = months().layout(gridMetrics(width))
  return [...Map.groupBy(counts, (_, index) => starts[index]).values()].filter(({ length }) => length > 1)
}

function rowCount(metrics: GridMetrics): number {
  return new Set(months().layout(metrics).starts).size
}

describe('months of 1 to 12 photos', () => {
  test.each(cases)(
    'of %s, %i px wide, have no gaps between them, and do not move when they are loaded',
    (kind, width) => {
      const metrics = gridMetrics(width)
      const { memories, layout } = months()
      const before = layout(metrics)
      for (const [index, memory] of memories.entries()) {
        load(memory, ratiosOf(kind, counts[index] ?? 0), metricsOf(before, index))
      }
      const after = layout(metrics)
      expect(after.tops).toEqual(before.tops)
      expect(after.frames).toEqual(before.frames)
      const boxes = memories.map((memory, index) => {
        const top = (after.tops[index] ?? 0) + titleHeight
        return boxesOf(memory, metricsOf(after, index), after.frames[index]?.left ?? 0, top).tiles
      })
      for (const [index, tiles] of boxes.entries()) {
        expect(tiles).toHaveLength(counts[index] ?? 0)
        // The next row of months begins right below the photos.
        const next = after.tops.find((top) => top > (after.tops[index] ?? 0))
        expect(Math.max(...tiles.map(({ bottom }) => bottom))).toBe(next)
        const frame = after.frames[index]
        if (frame)
          expect(Math.max(...tiles.map(({ right }) => right))).toBeLessThanOrEqual(frame.left + frame.metrics.width)
      }
      expectInOrder(boxes.flat(), metrics)
    },
  )

  test('share a row, in order, as long as they fit into it; a month that does not fit begins a new row', () => {
    expect(rowsOf(1_065)).toEqual([
      [1, 2],
      [2, 1, 1],
      [3, 1],
      [2, 2],
      [1, 1, 1, 1],
    ])
    expect(rowsOf(704)).toEqual([
      [1, 2],
      [2, 1],
      [2, 1],
      [1, 1, 1],
    ])
    expect(rowsOf(359)).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ])
  })

  test('do not share a row in which their titles would not fit', () => {
    expect(rowCount(gridMetrics(300))).toBe(counts.length)
    expect(rowCount({ ...gridMetrics(359), textScale: 2 })).toBe(counts.length)
    expect(rowCount({ ...gridMetrics(1_065), textScale: 2 })).toBeGreaterThan(rowCount(gridMetrics(1_065)))
  })

  test('leave no gap for a month whose last photo was removed', () => {
    const { memories, layout } = months()
    const metrics = gridMetrics(1_065)
    for (const [index, memory] of memories.entries()) {
      load(memory, ratiosOf('squares', counts[index] ?? 0), metricsOf(layout(metrics), index))
    }
    expect(layout(metrics).starts.slice(0, 3)).toEqual([0, 0, 2])
    const [first] = memories
    first?.remove(new Set(first.ids))
    // The second month has two photos, and the third has three: they do not fit into one row.
    const { tops, frames, starts } = layout(metrics)
    expect(tops.slice(0, 2)).toEqual([0, 0])
    expect(frames[1]).toBeNull()
    expect(starts.slice(0, 3)).toEqual([0, 1, 2])
  })
})
