import { type CollectionsLayout, anchorAt, heightOfAnchor, collectionAt, pageTops } from './collectionGeometry.ts'

/** A stretch of the timeline, in pixels from its top. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Photos are there for so many window heights above and below the screen. */
const around = 1.5
/** What passes by faster than so many window heights a second is not drawn: space stands for it. */
const fastest = 15
/** Milliseconds; after a pause nobody knows when the scroll began. */
const longestFrame = 200
/** Whoever follows the month at the top is told so much later: not in the frame that has what came to draw. */
const tellMilliseconds = 60
/** The stretch moves in steps of this part of a window's height, so that scrolling seldom changes anything. */
const steps = 4
/** It grows by no more of them at either end in a frame: more at once is a long task. */
const stepsAtOnce = 2

/**
 * Which part of the timeline is near the screen, and which month is at its top: by arithmetic on where the months
 * begin, so that a scroll costs the same for ten photos and for a million.
 */
export class CollectionViewport {
  readonly #listeners = new Set<() => void>()
  #container: HTMLElement | null = null
  #onSpan: (span: Span) => void = () => undefined
  #layout: CollectionsLayout | null = null
  #span: Span = { from: 0, to: 0 }
  #current: string | null = null
  #schedule: () => void = () => undefined
  #frame = 0
  #lookedAt = 0
  #isPassing = false
  #telling: ReturnType<typeof setTimeout> | undefined
  /**
   * How far the window's top is below the timeline's, as it was last laid out. To ask the browser whenever it is needed
   * would make it lay out what has just been drawn, and again after the next piece.
   */
  #top = 0
  #awaited: string | null = null

  /** Follows the window while the element is on the page. Returns what ends that. */
  attach(container: HTMLElement, onSpan: (span: Span) => void): () => void {
    this.#container = container
    this.#onSpan = onSpan
    const look = (now: number) => {
      const before = this.#top
      const seconds = Math.min(longestFrame, now - this.#lookedAt) / 1_000
      this.#look()
      this.#lookedAt = now
      this.#isPassing = Math.abs(this.#top - before) > fastest * window.innerHeight * seconds
      this.#frame = this.#isPassing ? requestAnimationFrame(look) : 0
      this.#measure()
    }
    const schedule = () => {
      this.#frame ||= requestAnimationFrame(look)
    }
    this.#schedule = schedule
    // What comes and goes above the timeline moves it, too; the browser tells of it when it has just laid out.
    const moving = new ResizeObserver(() => this.#look())
    moving.observe(document.body)
    addEventListener('scroll', schedule, { passive: true })
    addEventListener('resize', schedule)
    this.#look()
    this.#measure()
    return () => {
      cancelAnimationFrame(this.#frame)
      clearTimeout(this.#telling)
      this.#telling = undefined
      this.#frame = 0
      this.#isPassing = false
      this.#span = { from: 0, to: 0 }
      moving.disconnect()
      removeEventListener('scroll', schedule)
      removeEventListener('resize', schedule)
    }
  }

  /**
   * Months begin elsewhere than before. What is at the top of the window stays there: browsers would do the same, but
   * take what makes room for months far away for what is looked at.
   */
  place(layout: CollectionsLayout): void {
    const before = this.#layout
    this.#layout = layout
    const top = this.#top
    if (!before || before === layout || top <= 0 || before.metrics !== layout.metrics) return
    const anchor = anchorAt(before, top)
    const moved = (anchor && heightOfAnchor(layout, anchor)) ?? top
    if (moved === top) return
    window.scrollBy({ top: moved - top, behavior: 'instant' })
    this.#look()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly current = (): string | null => this.#current

  /** What was told of is drawn; more of what is near comes in a frame of its own. */
  readonly drawn = (): void => this.#schedule()

  /** Tells what is near the window, and which month is at its top. */
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
    const current = layout?.months[collectionAt(layout, top + 1)]?.id ?? null
    if (current === this.#current) return
    this.#current = current
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined
      for (const listener of this.#listeners) listener()
    }, tellMilliseconds)
  }

  readonly jumpTo = (monthId: string, isFocused = false): void => {
    const top = this.#topOf(monthId)
    if (top === undefined) return
    this.#awaited = isFocused ? monthId : null
    // Never smoothly: Chromium loses what is turned at the wheel meanwhile.
    window.scrollTo({ top: this.#pageTop() + top, behavior: 'instant' })
    this.#look()
    this.meet()
  }

  /** Whether a page of a month is below what is seen. One of which nobody knows where it is may be seen. */
  isBelow(monthId: string, pageKey: number): boolean {
    const layout = this.#layout
    const index = layout?.months.findIndex(({ id }) => id === monthId) ?? -1
    const page = layout && index !== -1 && pageTops(layout, index).find(({ key }) => key === pageKey)
    return page ? page.top > this.#top + window.innerHeight : false
  }

  /** Scrolls so that a place within a month is a third of the window below its top. */
  seek(monthId: string, offset: number): void {
    const top = this.#topOf(monthId)
    if (top !== undefined) window.scrollTo({ top: this.#pageTop() + top + offset - window.innerHeight / 3 })
  }

  /** Gives focus to the title of the month that was jumped to, as soon as it is there. */
  meet(): void {
    if (this.#awaited === null) return
    const title = document.getElementById(titleId(this.#awaited))
    if (!title) return
    this.#awaited = null
    title.focus({ preventScroll: true })
  }

  #topOf(monthId: string): number | undefined {
    return this.#layout?.tops[this.#layout.months.findIndex(({ id }) => id === monthId)]
  }

  #look(): void {
    this.#top = 0 - (this.#container?.getBoundingClientRect().top ?? 0)
  }

  #pageTop(): number {
    this.#look()
    return window.scrollY - this.#top
  }
}

/** The id of the element that names a month. */
export function titleId(monthId: string): string {
  return `month-${monthId}`
}

/**
 * The next stretch to draw on the way to all that is near: so much more than what is drawn, or than what is seen where
 * that is not. At first it is all, for nobody scrolls yet: what comes on screen when the first photos are known must be
 * on its way by then.
 */
function grown(drawn: Span, seen: Span, near: Span, most: number): Span {
  if (drawn.from === drawn.to) return near
  const isSeenDrawn = drawn.from <= seen.from && drawn.to >= seen.to
  const { from, to } = isSeenDrawn ? drawn : seen
  return { from: Math.max(near.from, from - most), to: Math.min(near.to, to + most) }
}
