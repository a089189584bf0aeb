import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { destinationOf } from '../../../web/pages/library/photo-collection/grid/gridKeys.ts'
import { listenToPhotos } from '../../../web/pages/library/photo-collection/grid/listenToPhotos.ts'
import { layoutRows } from '../../../web/pages/library/photo-collection/grid/justifiedLayout.ts'
import { type GridPlace, type GridTarget, ViewGrid } from '../../../web/pages/library/photo-collection/grid/ViewGrid.ts'
import { Selection } from '../../../web/pages/library/photo-collection/selection/Selection.ts'

/** Rows of three: 1000 px take three photos of 3:2 at about 200 px. */
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

  /** The photo that a key leads to, or the end of a month that has to be loaded first. */
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

  test('lead into the months before and after, loaded or not', () => {
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

  test('Home and End lead to the ends of the row, with Ctrl to those of the view', () => {
    const { press } = setUp()
    expect(press('may-4', 'Home')).toBe('may-3')
    expect(press('may-4', 'End')).toBe('may-5')
    expect(press('may-4', 'Home', true)).toBe('may-0')
    expect(press('may-4', 'End', true)).toBe('february-3')
  })

  test('Page keys move by about a window, and by at least one row', () => {
    const { press } = setUp()
    vi.stubGlobal('innerHeight', 260)
    expect(press('may-1', 'PageDown')).toBe('may-4')
    expect(press('may-4', 'PageUp')).toBe('may-1')
    vi.stubGlobal('innerHeight', 10)
    expect(press('may-1', 'PageDown')).toBe('may-4')
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

  test('moves to the end of a month that has to be loaded first, then calls back', () => {
    const { view, container, seek, draw } = setUp()
    const arrived = vi.fn<(place: { readonly photoId: string }) => void>()
    view.seek('april', 'last', arrived)
    expect(seek).toHaveBeenCalledWith('april', 'last')
    expect(document.activeElement).toBe(container)
    draw('april', 0, 24, false)
    expect(document.activeElement).toBe(document.querySelector('[data-photo="april-23"]'))
    expect(arrived).toHaveBeenCalledWith({ collectionId: 'april', index: 23, photoId: 'april-23' })
  })

  test('stays where it is if it has moved elsewhere meanwhile', () => {
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
