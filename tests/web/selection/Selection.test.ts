import { describe, expect, test, vi } from 'vitest'
import {
  type SelectablePlace,
  RangeSelector,
} from '../../../web/pages/library/photo-collection/selection/RangeSelector.ts'
import { Selection } from '../../../web/pages/library/photo-collection/selection/Selection.ts'

const may = { id: 'may', count: 70_000 }
const april = { id: 'april', count: 3 }
const march = { id: 'march', count: 50 }
const collections = [may, april, march]

/** The loaded photos: the first ones of May and of March, none of April. */
const loaded: Record<string, readonly string[]> = {
  may: ['may-0', 'may-1', 'may-2', 'may-3'],
  april: [],
  march: ['march-0', 'march-1', 'march-2'],
}

function place(collectionId: string, index: number): SelectablePlace {
  return { collectionId, index, photoId: `${collectionId}-${index}` }
}

function setUp() {
  const selection = new Selection()
  const range = new RangeSelector(selection, {
    collections: () => collections,
    idsOf: (collectionId) => loaded[collectionId] ?? [],
  })
  return { selection, range }
}

function selectedOf(selection: Selection): string[] {
  return Object.entries(loaded).flatMap(([id, ids]) => ids.filter((photoId) => selection.isSelected(id, photoId)))
}

describe('a selection', () => {
  test('toggles photos; the first photo starts the selection mode', () => {
    const { selection } = setUp()
    expect(selection.purpose).toBeNull()
    selection.toggle('may', 'may-0')
    expect([selection.purpose, selection.amount]).toEqual(['actions', 1])
    selection.toggle('may', 'may-0')
    expect([selection.purpose, selection.amount]).toEqual(['actions', 0])
  })

  test('toggles several photos: deselects them only when all were selected', () => {
    const { selection } = setUp()
    selection.toggle('may', 'may-1')
    selection.toggleMany('may', ['may-0', 'may-1'])
    expect(selectedOf(selection)).toEqual(['may-0', 'may-1'])
    selection.toggleMany('may', ['may-0', 'may-1'])
    expect(selectedOf(selection)).toEqual([])
  })

  test('is cleared when selecting ends', () => {
    const { selection } = setUp()
    selection.setAll(collections)
    selection.stop()
    expect([selection.purpose, selection.amount, selection.parts]).toEqual([null, 0, []])
  })

  test('stores a whole month of 70,000 photos as one entry', () => {
    const { selection } = setUp()
    selection.toggleAll([may])
    expect(selection.parts).toEqual([{ collectionId: 'may', isAll: true, count: 70_000, except: new Set() }])
    selection.toggle('may', 'may-2')
    expect([selection.amount, selection.stateOf(may)]).toEqual([69_999, 'some'])
    selection.toggle('may', 'may-2')
    expect([selection.amount, selection.stateOf(may)]).toEqual([70_000, 'all'])
    selection.toggleAll([may])
    expect([selection.amount, selection.stateOf(may)]).toEqual([0, 'none'])
  })

  test('treats a month as selected when its photos were selected one by one', () => {
    const { selection } = setUp()
    selection.set('april', ['a', 'b'], true)
    expect(selection.stateOf(april)).toBe('some')
    selection.set('april', ['c'], true)
    expect(selection.stateOf(april)).toBe('all')
  })

  test('excludes photos that are added later to a month that is selected as a whole', () => {
    const { selection } = setUp()
    selection.setAll([april])
    selection.recount({ id: 'april', count: 5 }, ['new-1', 'new-2'])
    expect(selection.amount).toBe(3)
    expect(selection.isSelected('april', 'new-1')).toBe(false)
    expect(selection.isSelected('april', 'old')).toBe(true)
  })

  test('forgets deleted photos', () => {
    const { selection } = setUp()
    selection.set('may', ['may-0', 'may-1'], true)
    selection.forget(['may-0'])
    expect(selection.amount).toBe(1)
    selection.setAll([april])
    selection.toggle('april', 'gone')
    selection.forget(['gone'])
    selection.recount({ id: 'april', count: 2 })
    expect(selection.amount).toBe(3)
    expect(selection.stateOf({ id: 'april', count: 2 })).toBe('all')
  })

  test('notifies listeners of every change until they unsubscribe', () => {
    const { selection } = setUp()
    const listener = vi.fn<() => void>()
    const stop = selection.subscribe(listener)
    selection.toggle('may', 'may-0')
    selection.stop()
    expect(listener).toHaveBeenCalledTimes(2)
    stop()
    selection.start()
    expect(listener).toHaveBeenCalledTimes(2)
  })
})

describe('a range', () => {
  test('within a month selects all photos from the anchor to the other photo, even if the anchor comes later in the view', () => {
    const { selection, range } = setUp()
    range.toggle(place('may', 2))
    range.extendTo(place('may', 0))
    expect(selectedOf(selection)).toEqual(['may-0', 'may-1', 'may-2'])
    expect(selection.amount).toBe(3)
  })

  test('across months selects the rest of the first month, the whole months between, and the start of the last month', () => {
    const { selection, range } = setUp()
    range.toggle(place('may', 2))
    range.extendTo(place('march', 1))
    expect(selection.parts).toEqual([
      { collectionId: 'may', isAll: true, count: 70_000, except: new Set(['may-0', 'may-1']) },
      { collectionId: 'april', isAll: true, count: 3, except: new Set() },
      { collectionId: 'march', isAll: false, ids: new Set(['march-0', 'march-1']) },
    ])
    expect(selection.amount).toBe(69_998 + 3 + 2)
  })

  test('is the same in the opposite direction', () => {
    const one = setUp()
    one.range.toggle(place('may', 2))
    one.range.extendTo(place('march', 1))
    const other = setUp()
    other.range.toggle(place('march', 1))
    other.range.extendTo(place('may', 2))
    expect(other.selection.snapshot).toEqual(one.selection.snapshot)
  })

  test('can shrink again, and keeps photos that were selected earlier', () => {
    const { selection, range } = setUp()
    selection.toggle('march', 'march-2')
    selection.toggle('may', 'may-1')
    range.toggle(place('may', 0))
    range.extendTo(place('march', 1))
    range.extendTo(place('may', 2))
    expect(selectedOf(selection)).toEqual(['may-0', 'may-1', 'may-2', 'march-2'])
    range.extendTo(place('may', 0))
    expect(selectedOf(selection)).toEqual(['may-0', 'may-1', 'march-2'])
  })

  test('keeps selected photos that come before its start', () => {
    const { selection, range } = setUp()
    selection.toggle('may', 'may-0')
    range.toggle(place('may', 2))
    range.extendTo(place('march', 0))
    expect(selectedOf(selection)).toEqual(['may-0', 'may-2', 'may-3', 'march-0'])
  })

  test('adds to a month that is selected with exceptions', () => {
    const { selection, range } = setUp()
    selection.setAll([may], ['may-0', 'may-3'])
    range.toggle(place('may', 3))
    range.extendTo(place('march', 0))
    expect(selectedOf(selection)).toEqual(['may-1', 'may-2', 'may-3', 'march-0'])
    expect(selection.amount).toBe(69_999 + 3 + 1)
  })

  test('keeps a month that was selected since the range began', () => {
    const { selection, range } = setUp()
    range.toggle(place('may', 0))
    range.extendTo(place('may', 2))
    selection.toggleAll([april])
    range.extendTo(place('may', 1))
    expect(selection.stateOf(april)).toBe('all')
  })

  test('starts at a new anchor if selecting has ended since the last range', () => {
    const { selection, range } = setUp()
    range.toggle(place('may', 0))
    selection.stop()
    range.extendTo(place('march', 2), place('march', 1))
    expect(selectedOf(selection)).toEqual(['march-1', 'march-2'])
  })

  test.each([
    ['photos before the anchor were deleted', ['may-2', 'may-3', 'may-4', 'may-5'], ['may-2', 'may-3', 'may-4']],
    [
      'photos before the anchor were added',
      ['new-0', 'new-1', 'new-2', 'may-0', 'may-1', 'may-2', 'may-3', 'may-4'],
      ['may-2', 'may-3', 'may-4'],
    ],
    ['the anchor and a photo before it were deleted', ['may-1', 'may-3', 'may-4', 'may-5'], ['may-2', 'may-4']],
  ])(
    'starts at the photo of its anchor, or at the old index of that photo if it was deleted: %s',
    (_what, now, selected) => {
      const { selection } = setUp()
      let ids = ['may-0', 'may-1', 'may-2', 'may-3', 'may-4', 'may-5']
      const range = new RangeSelector(selection, { collections: () => collections, idsOf: () => ids })
      range.toggle(place('may', 2))
      ids = now
      // The view may still pass the old index of the photo.
      range.extendTo({ collectionId: 'may', index: 4, photoId: 'may-4' })
      expect(selection.parts).toEqual([{ collectionId: 'may', isAll: false, ids: new Set(selected) }])
    },
  )
})
