import { describe, expect, test, vi } from 'vitest'
import { type HeldHeight, PageMemory } from '../../../web/pages/library/photo-collection/pages/PageMemory.ts'
import { largePages, smallPages } from '../../../web/pages/library/photo-collection/pages/pageSizes.ts'

/** A month in the service, which answers pages of its current photos. */
class Service {
  photos: string[]

  constructor(count: number) {
    this.photos = Array.from({ length: count }, (_, index) => `p${index}`)
  }

  /** As at the gateway, a cursor stays valid after its photo is deleted. */
  page(after: string | null, first: number) {
    const rest = after === null ? this.photos : this.photos.filter((id) => numberOf(id) > numberOf(after))
    const ids = rest.slice(0, first)
    return {
      edges: ids.map((id) => ({ id, cursor: id })),
      endCursor: ids.at(-1) ?? null,
      hasNextPage: rest.length > ids.length,
    }
  }
}

/** The number in an id, for sorting: `p3` comes before `p3.5`, and `p3.5` before `p4`. */
function numberOf(id: string): number {
  return Number(id.slice(1))
}

function load(month: PageMemory, service: Service, index: number, isRefresh = false, held: HeldHeight | null = null) {
  const page = month.pages[index]
  if (!page) throw new Error(`There is no page ${index}.`)
  const asked = month.requestFor(page, isRefresh)
  const answer = service.page(page.after, asked.first)
  const range = month.rangeOf(page.key, answer, isRefresh)
  const ids = answer.edges.slice(range.from, range.to).map(({ id }) => id)
  const ratios = ids.map(() => 1.5)
  month.settle(page.key, { ...range, ids, ratios, asked, generation: month.generation, held })
}

const settled = {
  ids: ['p0'],
  ratios: [1.5],
  to: 1,
  isOpen: false,
  endCursor: null,
  hasNext: false,
  asked: { first: 24, isRefresh: false },
  held: null,
}

/** A month with three loaded pages of 24 photos. */
function openMonth(count = 200, onChange = () => {}) {
  const service = new Service(count)
  const month = new PageMemory(count, onChange, smallPages)
  month.observe(0, count)
  for (const index of [0, 1, 2]) {
    load(month, service, index)
    if (index < 2) month.press()
  }
  return { service, month }
}

describe('pages of a month', () => {
  test('start with 24 photos; in a smaller month, space is reserved only for its own photos', () => {
    for (const [count, kept] of [
      [70_000, 24],
      [5, 5],
    ] as const) {
      const [page] = new PageMemory(count, () => undefined, smallPages).pages
      expect([page?.size, page?.ratios.length]).toEqual([24, kept])
    }
  })

  test('show photos that were added during the request', () => {
    const month = new PageMemory(1, () => undefined, smallPages)
    month.observe(0, 1)
    load(month, new Service(3), 0)
    expect(month.ids).toEqual(['p0', 'p1', 'p2'])
  })

  test('follow each other without gaps', () => {
    const { month, service } = openMonth()
    expect(month.ids).toEqual(service.photos.slice(0, 72))
  })

  test('add 24 photos per press, and after the third press more than that, automatically', () => {
    const { month, service } = openMonth()
    expect(month.isAutomatic).toBe(false)
    month.press()
    expect(month.isAutomatic).toBe(true)
    load(month, service, 3)
    month.fill()
    expect(month.pages.map(({ size }) => size)).toEqual([24, 24, 24, 24, 96])
  })

  test('are requested one at a time', () => {
    const { month } = openMonth()
    month.press()
    month.press()
    expect(month.pages).toHaveLength(4)
  })
})

describe('a view', () => {
  test('is drawn again after each change, but not after an unchanged answer', () => {
    const onChange = vi.fn<() => void>()
    const { month, service } = openMonth(200, onChange)
    // Three answers, and two presses.
    expect(onChange).toHaveBeenCalledTimes(5)
    load(month, service, 1)
    expect(onChange).toHaveBeenCalledTimes(5)
    load(month, service, 1, true)
    expect(onChange).toHaveBeenCalledTimes(6)
    const page = month.pages[1]
    load(month, service, 1, true)
    expect(month.pages[1]).toBe(page)
    // One photo is replaced by another.
    service.photos.splice(30, 1, 'p29.5')
    load(month, service, 1, true)
    expect(month.ids[30]).toBe('p29.5')
    expect(onChange).toHaveBeenCalledTimes(7)
    // An answer for an unknown page changes nothing.
    month.settle(99, { ...settled, generation: 0 })
    expect(onChange).toHaveBeenCalledTimes(7)
  })

  test('lets a page take the height that its photos need', () => {
    const onChange = vi.fn<() => void>()
    const { month, service } = openMonth(200, onChange)
    const { generation } = month
    month.observe(1, 200)
    expect(month.generation).toBe(generation + 1)
    load(month, service, 0, true, { width: 860, height: 400 })
    const [page] = month.pages
    expect(page?.held).toEqual({ width: 860, height: 400 })
    onChange.mockClear()
    month.releaseHeight(page?.key ?? 0)
    expect(month.pages[0]?.held).toBeNull()
    month.releaseHeight(page?.key ?? 0)
    month.releaseHeight(99)
    expect(onChange).toHaveBeenCalledTimes(1)
  })

  test('of one collection asks for 500 photos at most, even in a refresh', () => {
    const album = new PageMemory(2_000, () => undefined, largePages)
    expect(album.isAutomatic).toBe(true)
    const [page] = album.pages
    if (!page) throw new Error('The collection has no page.')
    expect([album.requestFor(page, false).first, album.requestFor(page, true).first]).toEqual([500, 500])
    const { month } = openMonth()
    const last = month.pages.at(-1) ?? page
    expect([month.requestFor(last, false).first, month.requestFor(last, true).first]).toEqual([24, 48])
  })

  test('loads no page after a page that is not loaded yet, and none after the last', () => {
    const { month, service } = openMonth(80)
    month.fill()
    expect(month.pages.at(-1)?.ratios).toHaveLength(8)
    month.fill()
    expect(month.pages).toHaveLength(4)
    load(month, service, 3)
    month.fill()
    month.press()
    expect(month.pages).toHaveLength(4)
    expect(month.isAutomatic).toBe(false)
  })
})

describe('an added photo', () => {
  test.each([
    ['before all', 'p-1'],
    ['in the middle of a page', 'p30.5'],
    ['between two pages', 'p23.5'],
    ['at the end of the loaded photos', 'p70.5'],
  ])('%s appears once, and no photo is lost, in whatever order pages are refetched', (_, id) => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
    ]) {
      const { month, service } = openMonth()
      service.photos = [...service.photos, id].toSorted((one, other) => Number(one.slice(1)) - Number(other.slice(1)))
      month.observe(1, 201)
      for (const index of order) load(month, service, index, true)
      expect(month.ids).toEqual(service.photos.slice(0, 73))
    }
  })

  test('is not lost when more photos were added than fit into one answer: the rest becomes a separate page', () => {
    const { month, service } = openMonth()
    const many = Array.from({ length: 100 }, (_, index) => `p${23.1 + index / 1_000}`)
    service.photos = [...service.photos.slice(0, 24), ...many, ...service.photos.slice(24)]
    month.observe(1, 300)
    for (let index = 0; index < month.pages.length; index += 1) load(month, service, index, true)
    expect(new Set(month.ids).size).toBe(month.ids.length)
    expect(month.ids).toEqual(service.photos.slice(0, month.ids.length))
    expect(month.ids.length).toBeGreaterThanOrEqual(172)
  })

  test('is shown at the end when there were no more photos to load', () => {
    const service = new Service(2)
    const month = new PageMemory(2, () => undefined, smallPages)
    month.observe(0, 2)
    load(month, service, 0)
    service.photos.push('p9')
    month.observe(1, 3)
    load(month, service, 0, true)
    expect(month.ids).toEqual(['p0', 'p1', 'p9'])
  })
})

describe('a removed photo', () => {
  test('leaves the other photos in place, and needs no request', () => {
    const { month } = openMonth()
    const { generation } = month
    expect(month.remove(new Set(['p30', 'p31', 'p999']))).toBe(true)
    month.observe(0, 198)
    expect(month.ids).toHaveLength(70)
    expect(month.generation).toBe(generation)
  })

  test('does not make another photo appear twice when its page is refreshed', () => {
    const { month, service } = openMonth()
    service.photos = service.photos.filter((id) => id !== 'p23' && id !== 'p24' && id !== 'p30')
    month.remove(new Set(['p23', 'p24', 'p30']))
    for (const index of [1, 0, 2]) load(month, service, index)
    expect(month.ids).toEqual(service.photos.slice(0, month.ids.length))
  })

  test('leaves no gap between the neighbouring pages when its whole page is removed', () => {
    const { month, service } = openMonth()
    const gone = new Set(service.photos.slice(24, 48))
    service.photos = service.photos.filter((id) => !gone.has(id))
    month.remove(gone)
    service.photos.splice(24, 0, 'p23.5')
    month.observe(1, 177)
    for (const index of [0, 1, 2]) load(month, service, index, true)
    expect(month.ids).toEqual(service.photos.slice(0, month.ids.length))
  })

  test('empties its month when it was the last photo of the month, until another photo is added', () => {
    const month = new PageMemory(1, () => undefined, smallPages)
    month.observe(0, 1)
    load(month, new Service(1), 0)
    expect(month.isEmptied).toBe(false)
    month.remove(new Set(['p0']))
    expect(month.isEmptied).toBe(true)
    month.observe(1, 1)
    expect(month.isEmptied).toBe(false)
  })
})

test('the first revision and count do not make the pages stale, nor does a count that deletions explain', () => {
  const month = new PageMemory(30, () => undefined, smallPages)
  month.observe(7, 30)
  month.observe(7, 30)
  expect(month.generation).toBe(0)
  load(month, new Service(30), 0)
  expect(month.remove(new Set(['p99']))).toBe(false)
  month.remove(new Set(['p1']))
  month.observe(7, 29)
  expect(month.generation).toBe(0)
  // After a new revision, the next count is accepted, whatever it is.
  month.observe(8, 40)
  month.observe(8, 41)
  expect(month.generation).toBe(1)
  month.observe(8, 42)
  expect(month.generation).toBe(2)
})

test('an unexpected count makes the pages stale', () => {
  const { month } = openMonth()
  const { generation } = month
  month.observe(0, 205)
  expect(month.generation).toBe(generation + 1)
})
