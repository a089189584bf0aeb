import { describe, expect, test } from 'vitest'
import { gridMetrics, layoutRows, ratioOf } from '../../../web/pages/library/photo-collection/grid/justifiedLayout.ts'

const metrics = { width: 1000, rowHeight: 200, gap: 10 }

describe('rows', () => {
  test('fill the width exactly and keep each photo’s shape', () => {
    const ratios = [1.5, 0.67, 1.5, 1.33, 1.5, 0.75, 1.78, 1.5, 1.33, 1.5, 1, 1.5]
    const { rows } = layoutRows(ratios, metrics)
    for (const row of rows.slice(0, -1)) {
      const last = row.tiles.at(-1)
      expect((last?.left ?? 0) + (last?.width ?? 0)).toBe(1000)
      expect(row.height).toBeGreaterThan(130)
      expect(row.height).toBeLessThan(300)
    }
    for (const row of rows) {
      for (const [index, tile] of row.tiles.entries()) {
        expect(Math.abs(tile.width / row.height - (ratios[row.first + index] ?? 0))).toBeLessThan(0.05)
      }
    }
    expect(rows.flatMap((row) => row.tiles)).toHaveLength(ratios.length)
  })

  test('leave no photo alone when it fits with the others', () => {
    const { rows } = layoutRows([1.5, 2.4, 0.77, 1.33], { width: 1065, rowHeight: 235, gap: 8 })
    expect(rows.map((row) => row.tiles.length)).toEqual([4])
  })

  test('of earlier pages stay as they are when more photos are loaded', () => {
    const ratios = Array.from({ length: 72 }, (_, index) => 0.7 + ((index * 7) % 11) / 8)
    const before = layoutRows(ratios.slice(0, 48), metrics).rows.filter(({ first }) => first < 24)
    const after = layoutRows(ratios, metrics).rows.filter(({ first }) => first < 24)
    expect(after).toEqual(before)
  })

  test('include one more photo than fits instead of leaving it alone in the next row', () => {
    const { rows } = layoutRows(
      Array.from({ length: 25 }, () => 1.35),
      metrics,
      false,
    )
    for (const { height } of rows) expect(height).toBeLessThan(300)
  })

  test('all fill the width when more photos follow', () => {
    const ratios = [1.5, 1.5, 1.5, 1.5]
    const endOf = (isEnd: boolean) => layoutRows(ratios, metrics, isEnd).rows.at(-1)?.tiles.at(-1)
    const right = (isEnd: boolean) => (endOf(isEnd)?.left ?? 0) + (endOf(isEnd)?.width ?? 0)
    expect(right(false)).toBe(1000)
    expect(right(true)).toBeLessThanOrEqual(1000)
  })

  test('of few photos keep the usual height instead of filling the width', () => {
    const { rows, height } = layoutRows([0.75], metrics)
    expect(height).toBe(200)
    expect(rows[0]?.tiles[0]?.width).toBe(150)
  })

  test('do not overlap, and the grid ends at the bottom of the last row', () => {
    const { rows, height } = layoutRows(
      Array.from({ length: 50 }, () => 1.35),
      metrics,
    )
    for (const [index, row] of rows.entries()) {
      const next = rows[index + 1]
      if (next) expect(next.top).toBe(row.top + row.height + metrics.gap)
      else expect(height).toBe(row.top + row.height)
    }
  })

  test('do not exist without photos', () => {
    expect(layoutRows([], metrics)).toEqual({ rows: [], height: 0, lead: null })
  })

  test('are lower on small screens', () => {
    const heights = [390, 768, 1100, 1500].map((width) => gridMetrics(width).rowHeight)
    expect(heights).toEqual(heights.toSorted((a, b) => a - b))
    expect(new Set(heights).size).toBe(4)
  })
})

test('panoramas and unknown sizes get a shape that fits a row', () => {
  expect(ratioOf(10_000, 1_000)).toBe(2.4)
  expect(ratioOf(1_000, 10_000)).toBe(0.5)
  expect(ratioOf(null, 100)).toBe(1.35)
  expect(ratioOf(0, 0)).toBe(1.35)
})
