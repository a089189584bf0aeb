import { axisOfDrag, clampPan, doubleTapMilliseconds, outcomeOfDrag, panTowards, zoomScale } from './gestures.ts'
import type { DragAxis, DragOutcome, Offset, Size } from './gestures.ts'

const centre: Offset = { x: 0, y: 0 }
/** How far an arrow key moves the zoomed photo, in pixels. */
const panStep = 80

interface Drag {
  readonly pointerId: number
  readonly start: Offset
  readonly panBefore: Offset
  offset: Offset
  axis: DragAxis | null
}

/** What of a pointer event matters here. */
type Pointer = Pick<PointerEvent, 'pointerId' | 'isPrimary' | 'button' | 'clientX' | 'clientY'>

/** Moves and zooms an element after the pointer by its style, outside of React's rendering. */
export class PhotoMover {
  #element: HTMLElement | null = null
  #isZoomed = false
  #pan = centre
  #drag: Drag | null = null
  /** Whether the click that browsers send after this gesture has nothing left to do. */
  #isClickDone = false
  #lastToggle = -doubleTapMilliseconds

  /** Takes charge of an element until the returned function is called. */
  readonly attach = (element: HTMLElement): (() => void) => {
    this.#element = element
    const onResize = () => {
      if (this.#isZoomed) this.#panTo(this.#pan, false)
    }
    addEventListener('resize', onResize)
    return () => {
      removeEventListener('resize', onResize)
      this.#element = null
    }
  }

  get isZoomed(): boolean {
    return this.#isZoomed
  }

  press({ pointerId, isPrimary, button, clientX: x, clientY: y }: Pointer): void {
    this.#isClickDone = false
    if (!isPrimary || button !== 0) return
    this.#drag = { pointerId, start: { x, y }, panBefore: this.#pan, offset: centre, axis: null }
  }

  /** @returns whether it has just become a drag: the pointer is then to be captured */
  move({ pointerId, clientX, clientY }: Pointer): boolean {
    const drag = this.#drag
    if (drag?.pointerId !== pointerId) return false
    const { start, panBefore } = drag
    const offset = { x: clientX - start.x, y: clientY - start.y }
    const wasTap = drag.axis === null
    drag.offset = offset
    drag.axis ??= axisOfDrag(offset)
    if (drag.axis === null) return false
    if (this.#isZoomed) this.#panTo({ x: panBefore.x + offset.x, y: panBefore.y + offset.y }, true)
    else this.#place(drag.axis === 'horizontal' ? { x: offset.x, y: 0 } : { x: 0, y: Math.max(0, offset.y) }, true)
    return wasTap
  }

  /**
   * A tap toggles the zoom already here: after a quick swipe browsers leave out the click.
   * @returns what the drag that ends here does
   */
  release(pointer: Pointer & { readonly timeStamp: number }): DragOutcome {
    const drag = this.#drag
    this.#drag = null
    if (!drag) return 'stay'
    this.#isClickDone = true
    if (drag.axis === null) this.#toggle(pointer.timeStamp, fromCentre(pointer))
    if (drag.axis === null || this.#isZoomed) return 'stay'
    this.#place(centre, false)
    return outcomeOfDrag(drag.axis, drag.offset, windowSize())
  }

  /** The drag was taken away, by the system or another gesture. */
  cancel(): void {
    this.#drag = null
    if (!this.#isZoomed) this.#place(centre, false)
  }

  /** A click without a pointer, from a key or a screen reader, toggles the zoom. */
  click(event: Pick<MouseEvent, 'timeStamp' | 'detail' | 'clientX' | 'clientY'>): void {
    const isDone = this.#isClickDone
    this.#isClickDone = false
    // A key has no place.
    if (!isDone) this.#toggle(event.timeStamp, event.detail === 0 ? centre : fromCentre(event))
  }

  /** Up and Down, and Left and Right with Shift, move the zoomed photo. @returns whether the key was meant for it */
  key({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean {
    const direction = this.#isZoomed ? panDirection(key, shiftKey) : null
    if (!direction) return false
    this.#panTo({ x: this.#pan.x + direction.x * panStep, y: this.#pan.y + direction.y * panStep }, false)
    return true
  }

  #toggle(timeStamp: number, point: Offset): void {
    if (timeStamp - this.#lastToggle < doubleTapMilliseconds) return
    this.#lastToggle = timeStamp
    this.#isZoomed = !this.#isZoomed
    this.#pan = this.#isZoomed ? panTowards(point, this.#size(), windowSize()) : centre
    this.#place(this.#pan, false)
  }

  #panTo(offset: Offset, isFollowing: boolean): void {
    this.#pan = clampPan(offset, this.#size(), windowSize())
    this.#place(this.#pan, isFollowing)
  }

  #place(offset: Offset, isFollowing: boolean): void {
    if (!this.#element) return
    this.#element.dataset['following'] = String(isFollowing)
    this.#element.style.transform = `translate(${offset.x}px, ${offset.y}px) scale(${this.#isZoomed ? zoomScale : 1})`
  }

  /** Without transforms, so that it is the same zoomed or not. */
  #size(): Size {
    return { width: this.#element?.offsetWidth ?? 0, height: this.#element?.offsetHeight ?? 0 }
  }
}

function panDirection(key: string, isShifted: boolean): Offset | null {
  if (key === 'ArrowUp') return { x: 0, y: 1 }
  if (key === 'ArrowDown') return { x: 0, y: -1 }
  if (key === 'ArrowLeft' && isShifted) return { x: 1, y: 0 }
  if (key === 'ArrowRight' && isShifted) return { x: -1, y: 0 }
  return null
}

function fromCentre({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): Offset {
  const { width, height } = windowSize()
  return { x: clientX - width / 2, y: clientY - height / 2 }
}

function windowSize(): Size {
  return { width: window.innerWidth, height: window.innerHeight }
}
