import { afterEach, describe, expect, test, vi } from 'vitest'
import { TimelineViewport } from '../../../web/pages/library/timeline/TimelineViewport.ts'
import type { Span } from '../../../web/pages/library/timeline/TimelineViewport.ts'

afterEach(() => vi.unstubAllGlobals())

/** A viewport whose frames come when the test says so. */
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
  const viewport = new TimelineViewport()
  const detach = viewport.attach(container, (span) => spans.push(span))
  const scrollTo = (top: number) => {
    container.getBoundingClientRect = () => new DOMRect(0, -top, 1_000, 100)
    window.dispatchEvent(new Event('scroll'))
  }
  return { viewport, spans, scrollTo, detach, frameAt: (now: number) => frames.shift()?.(now) }
}

describe('what is near the window', () => {
  test('is drawn as one scrolls', () => {
    const { spans, scrollTo, detach, frameAt } = attached()
    scrollTo(0)
    frameAt(5_000)
    scrollTo(600)
    frameAt(5_100)
    expect(spans).toEqual([
      { from: -1_500, to: 2_500 },
      { from: -1_000, to: 3_250 },
    ])
    detach()
  })

  test('is not drawn while it is flung past, but once it stands, and a little at a time', () => {
    const { viewport, spans, scrollTo, detach, frameAt } = attached()
    scrollTo(0)
    frameAt(5_000)
    for (const [frame, top] of [4_000, 8_000, 12_000].entries()) {
      scrollTo(top)
      frameAt(5_100 + 100 * frame)
      expect(spans).toHaveLength(1)
    }
    frameAt(5_400)
    expect(spans.at(-1)).toEqual({ from: 11_750, to: 13_250 })
    for (let times = 0; times < 4; times += 1) viewport.drawn()
    expect(spans.at(-1)).toEqual({ from: 10_500, to: 14_500 })
    expect(spans).toHaveLength(5)
    detach()
  })
})
