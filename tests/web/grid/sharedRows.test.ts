import { describe, expect, test } from 'vitest'
import { columnGap, shareRows } from '../../../web/pages/library/photo-collection/viewport/sharedRows.ts'

/** Four columns of 212 px with three gaps. */
const metrics = { width: 896, rowHeight: 158, gap: 8 }
const columnWidth = 212

function leftsOf(counts: readonly number[]): (number | null)[] {
  return shareRows(counts, metrics).map((frame) => frame && frame.left)
}

const second = columnWidth + columnGap

describe('months beside each other', () => {
  test.each([
    ['two small months share a row', [1, 1], [0, second]],
    ['a month has one column for each of its photos', [2, 1, 1], [0, 2 * second, 3 * second]],
    ['a full row is followed by a new one', [2, 2, 1, 1], [0, 2 * second, 0, second]],
    ['a month that fills a row is alone in it', [1, 4, 1], [null, null, null]],
    ['a month of several rows shares none of them', [1, 9, 1, 1], [null, null, 0, second]],
    ['a month without photos does not separate its neighbours', [1, 0, 1], [0, null, second]],
  ])('%s', (_, counts, lefts) => {
    expect(leftsOf(counts)).toEqual(lefts)
  })

  test('keep the same metrics object, so that an unchanged month is not drawn again', () => {
    const [before] = shareRows([2, 1], metrics)
    const [after] = shareRows([2, 1, 1], metrics)
    expect(before?.metrics.width).toBe(2 * columnWidth + columnGap)
    expect(after?.metrics).toBe(before?.metrics)
  })
})
