import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { destinationOf } from '../../../web/pages/library/photo-collection/grid/gridKeys.ts'
import { listenToPhotos } from '../../../web/pages/library/photo-collection/grid/listenToPhotos.ts'
import { layoutRows } from '../../../web/pages/library/photo-collection/grid/justifiedLayout.ts'
import { type GridPlace, type GridTarget, ViewGrid } from '../../../web/pages/library/photo-collection/grid/ViewGrid.ts'
import { Selection } from '../../../web/pages/library/photo-collection/selection/Selection.ts'

/** Three photos fit in a row of 1000 px, because they have the aspect ratio 3:2 and are about 200 px high. */
const metrics = { width: 1000, rowHeight: 200, gap: 10 }

function place(photoId: string): GridPlace {
  const [collectionId = '', index = ''] = photoId.split('-')
  return { collectionId, index: Number(index), photoId }
}

/** A view of May (nine photos, in two segments), April (unloaded), nothing in March, and February (four photos). */
function setUp() {
  const view = new ViewGrid(new Selection())
  const container = document.createElement('div')
  container.tabIndex = 0
  document.body.append(container)
  const seek = vi.fn<(collectionId: string, target: GridTarget) => void>()
  const collections = [
    { id: 'may', count: 9 },
    { id: 'april', count: 70_000 },
    { id: 'march', count: 0 },
    { id: 'february', count: 4 },
  ]
  view.follow({ collections, seek }, container)

  function draw(collectionId: string, firstIndex: number, count: number, isEnd = true) {
    const element = document.createElement('div')
    container.append(element)
    const ids = Array.from({ length: count }, (_, index) => `${collectionId}-${firstIndex + index}`)
    for (const id of ids) {
      const link = document.createElement('a')
      link.href = '#'
      link.dataset['photo'] = id
      element.append(link)
    }
    const layout = layoutRows(
      ids.map(() => 1.5),
      metrics,
      false,
    )
    const unregister = view.register({ collectionId, firstIndex, isEnd, ids, layout, element })
    return () => {
      unregister()
      element.remove()
    }
  }
  const removeFirst = draw('may', 0, 6, false)
  draw('may', 6, 3)
  draw('february', 0, 4)

  /** The photo that a key leads to, or the end of a month that is not loaded yet, such as `last of april`. */
  const press = (from: string, key: string, isWide = false) => {
    const destination = destinationOf(view, place(from), key, isWide)
    if (!destination) return destination
    return 'place' in destination ? destination.place.photoId : `${destination.target} of ${destination.collectionId}`
  }
  return { view, container, seek, press, draw, removeFirst }
}

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  Element.prototype.scrollIntoView = () => undefined
})

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

describe('keys', () => {
  test('lead to the neighbouring photo', () => {
    const { press } = setUp()
    expect(press('may-4', 'ArrowLeft')).toBe('may-3')
    expect(press('may-4', 'ArrowRight')).toBe('may-5')
    expect(press('may-4', 'ArrowUp')).toBe('may-1')
    expect(press('may-1', 'ArrowDown')).toBe('may-4')
    expect(press('may-4', 'a')).toBeUndefined()
  })

  test('lead into the next segment, to the closest photo', () => {
    const { press } = setUp()
    expect(press('may-5', 'ArrowRight')).toBe('may-6')
    expect(press('may-6', 'ArrowLeft')).toBe('may-5')
    expect(press('may-4', 'ArrowDown')).toBe('may-7')
    expect(press('may-8', 'ArrowUp')).toBe('may-5')
  })

  test('lead into the months before and after, even if those are not loaded yet', () => {
    const { press } = setUp()
    expect(press('may-8', 'ArrowRight')).toBe('first of april')
    expect(press('may-7', 'ArrowDown')).toBe('first of april')
    expect(press('february-0', 'ArrowLeft')).toBe('last of april')
    expect(press('february-1', 'ArrowUp')).toBe('last of april')
  })

  test('do nothing before the first photo and after the last', () => {
    const { press } = setUp()
    expect(press('may-0', 'ArrowLeft')).toBeNull()
    expect(press('may-1', 'ArrowUp')).toBeNull()
    expect(press('february-3', 'ArrowRight')).toBeNull()
  })

  test('Home and End lead to the ends of the row, and with Ctrl to the ends of the view', () => {
    const { press } = setUp()
    expect(press('may-4', 'Home')).toBe('may-3')
    expect(press('may-4', 'End')).toBe('may-5')
    expect(press('may-4', 'Home', true)).toBe('may-0')
    expect(press('may-4', 'End', true)).toBe('february-3')
  })

  test('Page keys move by about the height of the window, and by at least one row', () => {
    const { press } = setUp()
    vi.stubGlobal('innerHeight', 260)
    expect(press('may-1', 'PageDown')).toBe('may-4')
    expect(press('may-4', 'PageUp')).toBe('may-1')
    vi.stubGlobal('innerHeight', 10)
    expect(press('may-1', 'PageDown')).toBe('may-4')
  })
})

/** Three rows of months: a large one, two small ones side by side, and a large one. */
function setUpRows() {
  const view = new ViewGrid(new Selection())
  const rows = [['may'], ['april', 'march'], ['february']]
  const collections = [
    { id: 'may', count: 3 },
    { id: 'april', count: 1 },
    { id: 'march', count: 2 },
    { id: 'february', count: 3 },
  ]
  const rowMates = (id: string) => {
    const row = rows.find((ids) => ids.includes(id)) ?? []
    return collections.filter((collection) => row.includes(collection.id))
  }
  view.follow({ collections, rowMates }, document.createElement('div'))
  const draw = (collectionId: string, count: number, left: number, top: number, width: number) => {
    const element = document.createElement('div')
    element.getBoundingClientRect = () => new DOMRect(left, top, width, 200)
    const ids = Array.from({ length: count }, (_, index) => `${collectionId}-${index}`)
    const ratios = ids.map(() => 1.5)
    const layout = layoutRows(ratios, { ...metrics, width, height: 200 })
    view.register({ collectionId, firstIndex: 0, isEnd: true, ids, layout, element })
  }
  draw('may', 3, 0, 0, 1_000)
  draw('april', 1, 0, 300, 320)
  const drawMarch = () => draw('march', 2, 340, 300, 660)
  draw('february', 3, 0, 600, 1_000)
  const press = (from: string, key: string) => {
    const destination = destinationOf(view, place(from), key, false)
    if (!destination) return destination
    return 'place' in destination ? destination.place.photoId : `${destination.target} of ${destination.collectionId}`
  }
  return { press, drawMarch }
}

describe('months that share a row', () => {
  test('are left and right of each other; up and down lead to the closest photo of the rows above and below', () => {
    const { press, drawMarch } = setUpRows()
    drawMarch()
    expect(press('april-0', 'ArrowRight')).toBe('march-0')
    expect(press('march-0', 'ArrowLeft')).toBe('april-0')
    expect(['may-0', 'may-1', 'may-2'].map((from) => press(from, 'ArrowDown'))).toEqual([
      'april-0',
      'march-0',
      'march-1',
    ])
    expect(['february-0', 'february-2'].map((from) => press(from, 'ArrowUp'))).toEqual(['april-0', 'march-1'])
    expect(['april-0', 'march-0', 'march-1'].map((from) => press(from, 'ArrowDown'))).toEqual([
      'february-0',
      'february-1',
      'february-2',
    ])
    expect(['april-0', 'march-1'].map((from) => press(from, 'ArrowUp'))).toEqual(['may-0', 'may-2'])
    expect(press('march-1', 'Home')).toBe('march-0')
  })

  test('are reached by the page keys', () => {
    const { press, drawMarch } = setUpRows()
    drawMarch()
    vi.stubGlobal('innerHeight', 400)
    expect(press('may-2', 'PageDown')).toBe('march-1')
    expect(press('february-1', 'PageUp')).toBe('march-0')
  })

  test('are entered at the closest photo that is loaded', () => {
    const { press } = setUpRows()
    expect(press('may-2', 'ArrowDown')).toBe('april-0')
    expect(press('february-2', 'ArrowUp')).toBe('last of march')
  })
})

describe('focus', () => {
  test('moves to a photo in the document', () => {
    const { view } = setUp()
    view.go(place('may-7'))
    expect(document.activeElement).toBe(document.querySelector('[data-photo="may-7"]'))
    expect(view.active?.photoId).toBe('may-7')
  })

  test('stays on the view until the photo is in the document, then moves to the photo', () => {
    const { view, container, seek, draw, removeFirst } = setUp()
    removeFirst()
    view.go(place('may-2'))
    expect(seek).toHaveBeenCalledWith('may', 2)
    expect(document.activeElement).toBe(container)
    draw('may', 0, 6, false)
    const link = document.querySelector<HTMLElement>('[data-photo="may-2"]')
    if (link) view.hold(link)
    expect(document.activeElement).toBe(link)
  })

  test('moves to the last photo of a month once it is loaded, then calls back', () => {
    const { view, container, seek, draw } = setUp()
    const arrived = vi.fn<(place: { readonly photoId: string }) => void>()
    view.seek('april', 'last', arrived)
    expect(seek).toHaveBeenCalledWith('april', 'last')
    expect(document.activeElement).toBe(container)
    draw('april', 0, 24, false)
    expect(document.activeElement).toBe(document.querySelector('[data-photo="april-23"]'))
    expect(arrived).toHaveBeenCalledWith({ collectionId: 'april', index: 23, photoId: 'april-23' })
  })

  test('does not move if the user has moved it elsewhere meanwhile', () => {
    const { view, container, draw } = setUp()
    const listening = new AbortController()
    listenToPhotos(container, view, listening.signal, [])
    view.seek('april', 'first', () => undefined)
    expect(document.activeElement).toBe(container)
    const button = document.createElement('button')
    document.body.append(button)
    button.focus()
    draw('april', 0, 24, false)
    expect(document.activeElement).toBe(button)
    listening.abort()
  })

  test('stays on the view when the focused photo leaves the document, and returns with the photo', () => {
    const { view, container } = setUp()
    const link = document.querySelector<HTMLElement>('[data-photo="may-7"]')
    if (!link) throw new Error('The photo is not there')
    view.go(place('may-7'))
    const leave = view.hold(link)
    expect(container.tabIndex).toBe(-1)
    leave()
    expect(document.activeElement).toBe(container)
    expect(container.tabIndex).toBe(0)
    view.hold(link)
    expect(document.activeElement).toBe(link)
  })
})
