import { describe, expect, test } from 'vitest'
import {
  formatSort,
  parseSort,
  photosSort,
  sortQuery,
  storeSort,
  viewSort,
} from '../../../web/pages/library/photo-collection/sorting/sortPreference.ts'

const none = { getItem: () => null }
const stored = (value: string) => ({ getItem: (key: string) => (key === 'keepsake.sort.photos' ? value : null) })
const blocked = {
  getItem(): never {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  },
  setItem(): never {
    throw new DOMException('Full', 'QuotaExceededError')
  },
}
const byDateTaken = { sortKey: 'DATE_TAKEN', sortOrder: 'DESC' }
const byUpload = { sortKey: 'CREATED', sortOrder: 'ASC' }

describe('the order of a view', () => {
  test.each([
    ['photos', byDateTaken],
    ['albumPhotos', { sortKey: 'CREATED', sortOrder: 'DESC' }],
    ['sharedAlbumPhotos', { sortKey: 'CREATED', sortOrder: 'DESC' }],
  ] as const)('of %s is its default at first', (view, expected) => {
    expect(viewSort(view, new URLSearchParams(), none)).toEqual(expected)
  })

  test('is the order that is stored for this view, not for another', () => {
    const storage = stored('{"sortKey":"created","sortOrder":"asc"}')
    expect(photosSort(new URLSearchParams(), storage)).toEqual(byUpload)
    expect(viewSort('albumPhotos', new URLSearchParams(), storage).sortOrder).toBe('DESC')
  })

  test('is the order of the address, even when another order is stored', () => {
    const storage = stored('{"sortKey":"dateTaken","sortOrder":"asc"}')
    expect(photosSort(new URLSearchParams('sort=created-asc'), storage)).toEqual(byUpload)
  })

  test.each(['', 'null', '7', '[]', '{', '{"sortKey":"size","sortOrder":"asc"}', '{"sortKey":"created"}'])(
    'falls back to the default where %j is stored',
    (value) => {
      expect(photosSort(new URLSearchParams(), stored(value))).toEqual(byDateTaken)
    },
  )

  test.each(['', 'created', 'created-up', 'size-asc', 'created-asc-desc', 'CREATED-ASC', '__proto__-asc'])(
    'ignores the invalid ?sort=%s',
    (value) => {
      expect(photosSort(new URLSearchParams({ sort: value }), none)).toEqual(byDateTaken)
    },
  )

  test('is the default when storage is blocked, and storing an order then throws no error', () => {
    expect(photosSort(new URLSearchParams(), blocked)).toEqual(byDateTaken)
    expect(() => storeSort('photos', { sortKey: 'CREATED', sortOrder: 'ASC' }, blocked)).not.toThrow()
  })
})

test.each(['created-asc', 'created-desc', 'dateTaken-asc', 'dateTaken-desc'])(
  '%s is parsed and formatted without a change',
  (text) => {
    const sort = parseSort(text)
    expect(sort && formatSort(sort)).toBe(text)
  },
)

test('an order is stored with the names that the specification uses', () => {
  const kept = new Map<string, string>()
  storeSort(
    'albumPhotos',
    { sortKey: 'CREATED', sortOrder: 'ASC' },
    { setItem: (key, value) => void kept.set(key, value) },
  )
  expect([...kept]).toEqual([['keepsake.sort.albumPhotos', '{"sortKey":"created","sortOrder":"asc"}']])
})

test.each([
  ['', none, ''],
  ['sort=dateTaken-desc', none, '?sort=dateTaken-desc'],
  ['sort=nonsense', none, ''],
  ['', stored('{"sortKey":"created","sortOrder":"asc"}'), '?sort=created-asc'],
])(
  'on a page with ?%s, a link to a photo has the order of the address, or else the stored order',
  (search, storage, expected) => {
    expect(sortQuery('photos', new URLSearchParams(search), storage)).toBe(expected)
  },
)
