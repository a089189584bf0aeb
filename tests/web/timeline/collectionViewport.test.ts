import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Span } from '../../../web/pages/library/photo-collection/grid/justifiedLayout.ts'
import { CollectionViewport, titleId } from '../../../web/pages/library/photo-collection/viewport/CollectionViewport.ts'
import { layoutCollections } from '../../../web/pages/library/photo-collection/viewport/collectionGeometry.ts'
import { PageMemory } from '../../../web/pages/library/photo-collection/pages/PageMemory.ts'
import { smallPages } from '../../../web/pages/library/photo-collection/pages/pageSizes.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** A viewport. The test itself runs its animation frames. */
function attachViewport() {
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  vi.stubGlobal('innerHeight', 1_000)
  const observer = { observe: () => undefined, disconnect: () => undefined }
  vi.stubGlobal(
    'ResizeObserver',
    vi.fn(function observing() {
      return observer
    }),
  )
  const container = document.createElement('div')
  const spans: Span[] = []
  const viewport = new CollectionViewport()
  const detach = viewport.attach(container, (span) => spans.push(span))
  const scrollTo = (top: number) => {
    container.getBoundingClientRect = () => new DOMRect(0, -top, 1_000, 100)
    window.dispatchEvent(new Event('scroll'))
  }
  return { viewport, spans, scrollTo, detach, frameAt: (now: number) => frames.shift()?.(now) }
}

describe('the span near the window', () => {
  test('is at first the visible part, and follows the scroll', () => {
    const { spans, scrollTo, detach, frameAt } = attachViewport()
    for (const [frame, top] of [0, 600].entries()) {
      scrollTo(top)
      frameAt(5_000 + 100 * frame)
    }
    expect(spans).toEqual([
      { from: 0, to: 1_000 },
      { from: -500, to: 1_500 },
      { from: 0, to: 2_250 },
    ])
    detach()
  })

  test('is not drawn during a fling; afterwards it grows from the window outwards, step by step', () => {
    const { viewport, spans, scrollTo, detach, frameAt } = attachViewport()
    for (const [frame, top] of [0, 4_000, 8_000, 12_000].entries()) {
      scrollTo(top)
      frameAt(5_000 + 100 * frame)
    }
    expect(spans).toHaveLength(2)
    for (let frame = 0; frame < 5; frame += 1) {
      frameAt(5_400 + 20 * frame)
      viewport.drawn()
    }
    expect(spans.slice(2)).toEqual([
      { from: 11_500, to: 13_500 },
      { from: 11_000, to: 14_000 },
      { from: 10_500, to: 14_500 },
    ])
    detach()
  })
})

/** The height (px) of the bar at the top of the window. */
const bar = 64
/** Six photos of the usual ratio fill a row of 100 pixels: a collection of one row and its title is 192 pixels high. */
const metrics = { width: 860, rowHeight: 100, gap: 10 }

/** Collections that are not loaded, each with one row of photos. */
function rows(...ids: readonly string[]) {
  return layoutCollections(
    ids.map((id) => ({ id, count: 6 })),
    () => undefined,
    metrics,
  )
}

/** A viewport whose scrolls are recorded. The top of the window is `top` pixels below the top of the view. */
function placeViewport(top: number) {
  const scrolledBy = vi.fn<typeof window.scrollBy>()
  const scrolledTo = vi.fn<typeof window.scrollTo>()
  vi.stubGlobal('scrollBy', scrolledBy)
  vi.stubGlobal('scrollTo', scrolledTo)
  // The view begins 100 pixels below the top of the page.
  vi.stubGlobal('scrollY', top + 100)
  const { scrollTo, frameAt, ...rest } = attachViewport()
  rest.viewport.place(rows('a', 'b', 'c'))
  const look = (now = 5_000) => {
    scrollTo(top)
    frameAt(now)
  }
  look()
  return { ...rest, scrolledBy, scrolledTo, look }
}

describe('a new layout', () => {
  test('keeps the content below the bar in place', () => {
    const { viewport, scrolledBy, detach } = placeViewport(192 - bar)
    viewport.place(rows('a', 'new', 'b', 'c'))
    expect(scrolledBy.mock.calls).toEqual([[{ top: 192, behavior: 'instant' }]])
    detach()
  })

  test.each([
    ['nothing above the window has changed', 200, rows('a', 'b', 'new', 'c')],
    ['the collection at the top of the window is gone', 200, rows('a', 'c')],
    ['the view is not scrolled', 0, rows('new', 'a', 'b', 'c')],
    ['the width has changed', 200, { ...rows('new', 'a', 'b', 'c'), metrics: { ...metrics } }],
  ])('does not scroll if %s', (_, top, layout) => {
    const { viewport, scrolledBy, detach } = placeViewport(top)
    viewport.place(layout)
    expect(scrolledBy).not.toHaveBeenCalled()
    detach()
  })
})

describe('the current collection', () => {
  test('is the collection one pixel below the bar; listeners are called once, 60 ms after a change', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { viewport, detach } = placeViewport(191 - bar)
    expect(viewport.current()).toBe('b')
    const onChange = vi.fn<() => void>()
    viewport.subscribe(onChange)
    viewport.place(rows('b', 'a'))
    viewport.drawn()
    vi.advanceTimersByTime(59)
    expect(onChange).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onChange).toHaveBeenCalledTimes(1)
    detach()
  })

  test('is null while the bar is above the first collection', () => {
    const { viewport, detach } = placeViewport(-1 - bar)
    expect(viewport.current()).toBeNull()
    detach()
  })

  test('is not reported after the view is left', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { viewport, detach } = placeViewport(200)
    const onChange = vi.fn<() => void>()
    viewport.subscribe(onChange)
    detach()
    vi.advanceTimersByTime(60)
    expect(onChange).not.toHaveBeenCalled()
  })
})

describe('a jump', () => {
  test('scrolls a collection to the bar; its title takes focus as soon as it is drawn', () => {
    const { viewport, scrolledTo, detach } = placeViewport(50)
    viewport.jumpTo('c', true)
    expect(scrolledTo.mock.calls).toEqual([[{ top: 100 + 384 - bar, behavior: 'instant' }]])
    const title = document.createElement('h2')
    title.id = titleId('c')
    title.tabIndex = -1
    document.body.append(title)
    viewport.focusAwaited()
    expect(document.activeElement).toBe(title)
    title.blur()
    viewport.focusAwaited()
    expect(document.activeElement).toBe(document.body)
    detach()
  })

  test('that moves no focus cancels the pending focus of an earlier jump; a jump to an unknown collection changes nothing', () => {
    const { viewport, scrolledTo, detach } = placeViewport(50)
    const title = document.createElement('h2')
    title.id = titleId('a')
    title.tabIndex = -1
    viewport.jumpTo('a', true)
    viewport.jumpTo('b')
    viewport.jumpTo('gone', true)
    document.body.append(title)
    viewport.focusAwaited()
    expect(document.activeElement).toBe(document.body)
    expect(scrolledTo.mock.calls.map(([to]) => to)).toEqual([
      { top: 100 - bar, behavior: 'instant' },
      { top: 292 - bar, behavior: 'instant' },
    ])
    detach()
  })

  test('scrolls until a place in a collection is a third of the window’s height below the window’s top', () => {
    const { viewport, scrolledTo, detach } = placeViewport(50)
    viewport.seek('b', 500)
    viewport.seek('gone', 500)
    expect(scrolledTo.mock.calls).toEqual([[{ top: 100 + 192 + 500 - 1_000 / 3 }]])
    detach()
  })
})

test('a page is below the window if it begins below the lower edge of the window', () => {
  const { viewport, detach } = placeViewport(50)
  const memory = new PageMemory(24, () => undefined, smallPages)
  const [page] = memory.pages
  if (!page) throw new Error('A collection has a page.')
  const isBelow = (before: number) => {
    const collections = [...Array.from({ length: before }, (_, index) => `${index}`), 'last']
    viewport.place(
      layoutCollections(
        collections.map((id) => ({ id, count: id === 'last' ? 24 : 6 })),
        (id) => (id === 'last' ? memory : undefined),
        metrics,
      ),
    )
    return viewport.isBelow('last', page.key)
  }
  // The page begins 92 pixels below its collection: at 1,052 and at 1,244. The lower edge is at 1,050.
  expect([isBelow(4), isBelow(5), isBelow(6)]).toEqual([false, true, true])
  expect([viewport.isBelow('last', 99), viewport.isBelow('gone', page.key)]).toEqual([false, false])
  detach()
})
