import { Emitter } from '../../../../app/Store.ts'
import type { Span } from '../grid/justifiedLayout.ts'
import { type CollectionsLayout, anchorAt, collectionAt, distanceOf, pageTops } from './collectionGeometry.ts'

/** How far above and below the window photos are drawn, in window heights. */
const around = 1.5
/** While the page scrolls faster than this, in window heights per second, nothing new is drawn. */
const fastest = 15
/** The longest time (ms) between two frames that counts for the scroll speed. A longer time includes a pause. */
const longestFrame = 200
/** Delay (ms) before listeners learn of a new current collection: they must not run in the frame that draws photos. */
const notifyMilliseconds = 60
/** The height (px) of the bar over the top of the window, as in the style sheets. */
const barHeight = 64
/** The span moves in steps of a window height divided by this, so that most scroll events change nothing. */
const steps = 4
/** The span grows by at most this many steps at either end in a frame: more steps in one frame would be a long task. */
const stepsAtOnce = 2

/**
 * Computes which span of a view is near the window, and which collection is at the top of the window. Both follow from
 * the layout alone, so that a scroll event costs the same for ten photos and for a million.
 */
export class CollectionViewport {
  readonly #currentChanged = new Emitter()
  /** Calls back when another collection is at the top of the window, until the returned function is called. */
  readonly subscribe = this.#currentChanged.subscribe
  #container: HTMLElement | null = null
  #onSpan: (span: Span) => void = () => undefined
  #layout: CollectionsLayout | null = null
  #span: Span = { from: 0, to: 0 }
  #current: string | null = null
  #schedule: () => void = () => undefined
  #frame = 0
  #updatedAt = 0
  #isPassing = false
  #notifyTimer: ReturnType<typeof setTimeout> | undefined
  /**
   * How far the top of the window is below the top of the view, measured after the last layout of the browser.
   * Measuring at each use would force the browser to do an extra layout for each piece of the span that is drawn.
   */
  #top = 0
  /** The collection whose title takes focus as soon as it is in the document. */
  #awaited: string | null = null

  /** Follows the window until the returned function is called. */
  attach(container: HTMLElement, onSpan: (span: Span) => void): () => void {
    this.#container = container
    this.#onSpan = onSpan
    const update = (now: number) => {
      const before = this.#top
      const seconds = Math.min(longestFrame, now - this.#updatedAt) / 1_000
      this.#readTop()
      this.#updatedAt = now
      this.#isPassing = Math.abs(this.#top - before) > fastest * window.innerHeight * seconds
      this.#frame = this.#isPassing ? requestAnimationFrame(update) : 0
      this.#measure()
    }
    const schedule = () => {
      this.#frame ||= requestAnimationFrame(update)
    }
    this.#schedule = schedule
    // Elements that come and go above the view move the view, too. The observer is called right after a layout.
    const moving = new ResizeObserver(() => this.#readTop())
    moving.observe(document.body)
    addEventListener('scroll', schedule, { passive: true })
    addEventListener('resize', schedule)
    this.#readTop()
    this.#measure()
    return () => {
      cancelAnimationFrame(this.#frame)
      clearTimeout(this.#notifyTimer)
      this.#notifyTimer = undefined
      this.#frame = 0
      this.#isPassing = false
      this.#span = { from: 0, to: 0 }
      moving.disconnect()
      removeEventListener('scroll', schedule)
      removeEventListener('resize', schedule)
    }
  }

  /**
   * Takes a new layout. The photos below the bar stay where they are. The browser's scroll anchoring cannot be used:
   * its anchor is the element that reserves space for far collections.
   */
  place(layout: CollectionsLayout): void {
    const before = this.#layout
    this.#layout = layout
    const top = this.#top
    if (!before || before === layout || top <= 0 || before.metrics !== layout.metrics) return
    const edge = top + barHeight
    const anchor = anchorAt(before, edge)
    const moved = (anchor && distanceOf(layout, anchor)) ?? edge
    if (moved === edge) return
    window.scrollBy({ top: moved - edge, behavior: 'instant' })
    this.#readTop()
  }

  /** The id of the collection below the bar; null above the first one. */
  readonly current = (): string | null => this.#current

  /** Must be called when a span is drawn: the span grows further in the next frame. */
  readonly drawn = (): void => this.#schedule()

  /** Updates the span and the current collection. */
  #measure(): void {
    if (!this.#container) return
    const height = window.innerHeight
    const top = this.#top
    const step = Math.max(1, height / steps)
    const seen = { from: Math.floor(top / step) * step, to: Math.ceil((top + height) / step) * step }
    const near = { from: seen.from - around * height, to: seen.to + around * height }
    const next = grown(this.#span, seen, near, stepsAtOnce * step)
    if (!this.#isPassing && (next.from !== this.#span.from || next.to !== this.#span.to)) {
      this.#span = next
      this.#onSpan(next)
    }
    const layout = this.#layout
    const edge = top + barHeight
    const current = (layout && edge >= 0 && layout.collections[collectionAt(layout, edge + 1)]?.id) || null
    if (current === this.#current) return
    this.#current = current
    this.#notifyTimer ??= setTimeout(() => {
      this.#notifyTimer = undefined
      this.#currentChanged.emit()
    }, notifyMilliseconds)
  }

  /** Scrolls a collection to the bar; its title takes focus when `isFocused`. */
  readonly jumpTo = (collectionId: string, isFocused = false): void => {
    const top = this.#topOf(collectionId)
    if (top === undefined) return
    this.#awaited = isFocused ? collectionId : null
    // Instantly: during a smooth scroll Chromium ignores the wheel.
    window.scrollTo({ top: this.#pageTop() + top - barHeight, behavior: 'instant' })
    this.#readTop()
    this.focusAwaited()
  }

  /** Whether a page is below the window; false where its position is not known. */
  isBelow(collectionId: string, pageKey: number): boolean {
    const layout = this.#layout
    const index = layout?.collections.findIndex(({ id }) => id === collectionId) ?? -1
    const page = layout && index !== -1 && pageTops(layout, index).find(({ key }) => key === pageKey)
    return page ? page.top > this.#top + window.innerHeight : false
  }

  /** Scrolls so that a place in a collection is a third of the window below the window's top. */
  seek(collectionId: string, offset: number): void {
    const top = this.#topOf(collectionId)
    if (top !== undefined) window.scrollTo({ top: this.#pageTop() + top + offset - window.innerHeight / 3 })
  }

  /** Focuses the title of the collection that was jumped to, if it is in the document by now. */
  focusAwaited(): void {
    if (this.#awaited === null) return
    const title = document.getElementById(titleId(this.#awaited))
    if (!title) return
    this.#awaited = null
    title.focus({ preventScroll: true })
  }

  #topOf(collectionId: string): number | undefined {
    return this.#layout?.tops[this.#layout.collections.findIndex(({ id }) => id === collectionId)]
  }

  #readTop(): void {
    this.#top = 0 - (this.#container?.getBoundingClientRect().top ?? 0)
  }

  #pageTop(): number {
    this.#readTop()
    return window.scrollY - this.#top
  }
}

/** The id of the element with a collection's title. */
export function titleId(collectionId: string): string {
  return `title-${collectionId}`
}

/**
 * The next span to draw. Each call extends the drawn span by at most `most` on both sides, until all of `near` is
 * drawn. If the window shows something that is not drawn, the span starts again from what is seen. The first span is
 * only what is seen, because photos below the window would delay the first tile.
 */
function grown(drawn: Span, seen: Span, near: Span, most: number): Span {
  if (drawn.from === drawn.to) return seen
  const isSeenDrawn = drawn.from <= seen.from && drawn.to >= seen.to
  const { from, to } = isSeenDrawn ? drawn : seen
  return { from: Math.max(near.from, from - most), to: Math.min(near.to, to + most) }
}
