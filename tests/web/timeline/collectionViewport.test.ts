import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Span } from '../../../web/pages/library/photo-collection/grid/justifiedLayout.ts'
import { CollectionViewport } from '../../../web/pages/library/photo-collection/viewport/CollectionViewport.ts'

afterEach(() => vi.unstubAllGlobals())

/** A viewport whose animation frames the test runs. */
function attached() {
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
  test('is at first what is seen, and follows the scroll', () => {
    const { spans, scrollTo, detach, frameAt } = attached()
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
    const { viewport, spans, scrollTo, detach, frameAt } = attached()
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
