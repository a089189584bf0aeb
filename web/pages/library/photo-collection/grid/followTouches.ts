import { placeOf } from './placeOf.ts'
import type { RangeSelector } from '../selection/RangeSelector.ts'

/** How long (ms) a finger rests before it selects. */
const longPressMilliseconds = 500
/** A finger that moves further than this (px) scrolls. */
const stillPixels = 10
/** Within this distance (px) of the window's upper or lower edge, a drag scrolls. */
const edgePixels = 90
/** The highest speed at which a drag scrolls, in pixels per frame. */
const fastestPixels = 18

interface Touching {
  readonly x: number
  readonly y: number
}

/**
 * Handles selecting by touch: a long press selects a photo, and dragging from there selects all photos up to the
 * finger. Near the window's edges the page scrolls. A finger that moves at once scrolls as usual.
 */
export function followTouches(container: HTMLElement, range: RangeSelector, signal: AbortSignal): void {
  const drag = new TouchDrag(range)
  const listen = <Type extends 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel' | 'contextmenu'>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
    passive: boolean,
  ) => container.addEventListener(type, listener, { passive, signal })
  listen('touchstart', (event) => drag.start(event), true)
  // The listener is not passive, because the page must not scroll with the finger that selects.
  listen('touchmove', (event) => drag.move(event), false)
  listen('touchend', (event) => drag.end(event), false)
  listen('touchcancel', (event) => drag.end(event), false)
  listen('contextmenu', (event) => drag.refuseMenu(event), false)
  signal.addEventListener('abort', () => drag.stop())
}

class TouchDrag {
  readonly #range: RangeSelector
  #timer: ReturnType<typeof setTimeout> | undefined
  #frame = 0
  #from: Touching | null = null
  #at: Touching | null = null
  #isSelecting = false
  #removed: AbortController | null = null

  constructor(range: RangeSelector) {
    this.#range = range
  }

  start({ touches, target }: TouchEvent): void {
    this.stop()
    const [touch] = touches
    const place = placeOf(target)
    // Two fingers zoom the page.
    if (!touch || touches.length > 1 || !place) return
    this.#from = { x: touch.clientX, y: touch.clientY }
    this.#followRemoved(target)
    this.#timer = setTimeout(() => {
      this.#isSelecting = true
      this.#range.begin(place)
      navigator.vibrate?.(10)
    }, longPressMilliseconds)
  }

  move(event: TouchEvent): void {
    const [touch] = event.touches
    if (!touch || !this.#from) return
    if (!this.#isSelecting) {
      const distance = Math.hypot(touch.clientX - this.#from.x, touch.clientY - this.#from.y)
      if (distance > stillPixels) this.stop()
      return
    }
    event.preventDefault()
    this.#at = { x: touch.clientX, y: touch.clientY }
    this.#select()
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#scroll())
  }

  end(event: TouchEvent): void {
    // The long press has selected the photo; the click that follows would deselect it.
    if (this.#isSelecting && event.cancelable) event.preventDefault()
    this.stop()
  }

  /** Prevents the browser's menu for links, which a long press would also open. */
  refuseMenu(event: Event): void {
    if (this.#from && placeOf(event.target)) event.preventDefault()
  }

  stop(): void {
    this.#removed?.abort()
    clearTimeout(this.#timer)
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.#from = null
    this.#at = null
    this.#isSelecting = false
  }

  /** A photo that scrolls far away leaves the document. The finger's events then go to the detached element only. */
  #followRemoved(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement)) return
    this.#removed = new AbortController()
    const options = { passive: false, signal: this.#removed.signal }
    const ifRemoved = (listener: (event: TouchEvent) => void) => (event: TouchEvent) => {
      if (!target.isConnected) listener(event)
    }
    target.addEventListener(
      'touchmove',
      ifRemoved((event) => this.move(event)),
      options,
    )
    target.addEventListener(
      'touchend',
      ifRemoved((event) => this.end(event)),
      options,
    )
    target.addEventListener(
      'touchcancel',
      ifRemoved((event) => this.end(event)),
      options,
    )
  }

  #select(): void {
    if (!this.#at) return
    // At the window's edge the toolbar covers the photos.
    const places = document.elementsFromPoint(this.#at.x, this.#at.y).map(placeOf)
    const place = places.find((found) => found !== null)
    if (place) this.#range.extendTo(place)
  }

  #scroll(): void {
    this.#frame = 0
    if (!this.#at) return
    const above = edgePixels - this.#at.y
    const below = this.#at.y - (window.innerHeight - edgePixels)
    const share = Math.min(1, Math.max(above, below) / edgePixels)
    if (share <= 0) return
    window.scrollBy(0, Math.ceil(share * fastestPixels) * (above > below ? -1 : 1))
    this.#select()
    this.#frame = requestAnimationFrame(() => this.#scroll())
  }
}
