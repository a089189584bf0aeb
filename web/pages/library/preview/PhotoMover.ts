import {
  type DragAxis,
  type DragOutcome,
  type Offset,
  type Placement,
  type Size,
  axisOfDrag,
  clampPan,
  doubleTapMilliseconds,
  followDown,
  followSideways,
  middle,
  outcomeOfDrag,
  panDirectionOf,
  pinchOf,
  settleZoom,
  unmoved,
  zoomScale,
  zoomTo,
} from './gestures.ts'
import type { StepDirection } from './PhotoChain.ts'

/** How far an arrow key moves the zoomed photo, in pixels. */
const panStep = 80
/** Between a photo and the next on its way, in pixels; the style sheet knows it too. */
const gap = 24

/** What is moved. */
export interface MovedElements {
  /** What takes the gestures. */
  readonly stage: HTMLElement
  /** The photo with those beside it. */
  readonly track: HTMLElement
  readonly photo: HTMLElement
}

interface Drag {
  readonly pointerId: number
  readonly start: Offset
  readonly panBefore: Offset
  offset: Offset
  axis: DragAxis | null
}

interface Pinch {
  readonly from: Offset
  readonly distance: number
  readonly before: Placement
}

/** What of a pointer event matters here. */
type Pointer = Pick<PointerEvent, 'pointerId' | 'button' | 'clientX' | 'clientY'>

/** Moves and zooms the photo after pointers, wheel and keys by its style, outside of React's rendering. */
export class PhotoMover {
  readonly #listeners = new Set<() => void>()
  readonly #pointers = new Map<number, Offset>()
  #elements: MovedElements | null = null
  #placement = unmoved
  #drag: Drag | null = null
  #pinch: Pinch | null = null
  /** Whether the click that browsers send after this gesture has nothing left to do. */
  #isClickDone = false
  #lastToggle = -doubleTapMilliseconds

  #canStep: (direction: StepDirection) => boolean | undefined = () => undefined

  /** @param canStep whether there is a photo that way; undefined while that is not known */
  readonly setEnds = (canStep: (direction: StepDirection) => boolean | undefined): void => {
    this.#canStep = canStep
  }

  /** Takes charge of the elements until the returned function is called. */
  readonly attach = (elements: MovedElements): (() => void) => {
    this.#elements = elements
    const leaving = new AbortController()
    const onResize = () => void (this.isZoomed && this.#panTo(this.#placement.pan, false))
    addEventListener('resize', onResize, { signal: leaving.signal })
    // React's own could not keep the browser from zooming the page, nor from a fling that takes the next tap for its end.
    const own = { signal: leaving.signal, passive: false }
    elements.stage.addEventListener('wheel', (event) => void (this.#wheel(event) && event.preventDefault()), own)
    elements.stage.addEventListener('touchmove', (event) => event.preventDefault(), own)
    return () => {
      leaving.abort()
      this.#elements = null
    }
  }

  /** Calls back when it is zoomed in or back out. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get isZoomed(): boolean {
    return this.#placement.scale > 1
  }

  /** How far from its place the photo that is stepped to stands at this moment: it goes on from there. */
  arrivalOf(direction: StepDirection): number {
    const width = this.#stageSize().width + gap
    return (this.#drag?.offset.x ?? 0) + (direction === 'next' ? width : -width)
  }

  press(pointer: Pointer): void {
    this.#isClickDone = false
    if (pointer.button !== 0 || this.#pointers.size > 1) return
    this.#pointers.set(pointer.pointerId, this.#pointOf(pointer))
    if (this.#pointers.size === 2) this.#beginPinch()
    else this.#beginDrag(pointer.pointerId)
  }

  /** @returns whether it has just become a drag: the pointer is then to be captured */
  move(pointer: Pointer): boolean {
    if (!this.#pointers.has(pointer.pointerId)) return false
    this.#pointers.set(pointer.pointerId, this.#pointOf(pointer))
    if (this.#pinch) this.#movePinch(this.#pinch)
    else if (this.#drag) return this.#moveDrag(this.#drag)
    return false
  }

  /**
   * A tap toggles the zoom already here: after a quick swipe browsers leave out the click.
   * @returns what the drag that ends here does; the photos stay where they are when one steps to a photo that is known
   */
  release(pointer: Pointer & { readonly timeStamp: number }): DragOutcome {
    if (!this.#pointers.delete(pointer.pointerId)) return 'stay'
    this.#isClickDone = true
    if (this.#pinch) {
      this.#endPinch()
      return 'stay'
    }
    const drag = this.#drag
    if (drag?.axis === null) this.#toggle(pointer.timeStamp, this.#pointOf(pointer))
    if (!drag || drag.axis === null || this.isZoomed) {
      this.#drag = null
      return 'stay'
    }
    const outcome = outcomeOfDrag(drag.axis, drag.offset, this.#stageSize())
    if (outcome === 'close') return outcome
    if (outcome !== 'stay' && this.#canStep(outcome) === true) return outcome
    this.#rest()
    return outcome !== 'stay' && this.#canStep(outcome) === false ? 'stay' : outcome
  }

  /** The pointer was taken away, by the system or another gesture. */
  cancel(pointer: Pick<Pointer, 'pointerId'>): void {
    this.#pointers.delete(pointer.pointerId)
    if (this.#pinch) this.#endPinch()
    else this.#rest()
  }

  /** A click without a pointer, from a key or a screen reader, toggles the zoom. */
  click(event: Pick<MouseEvent, 'timeStamp' | 'detail' | 'clientX' | 'clientY'>): void {
    const isDone = this.#isClickDone
    this.#isClickDone = false
    // A key has no place.
    if (!isDone) this.#toggle(event.timeStamp, event.detail === 0 ? middle : this.#pointOf(event))
  }

  /** Up and Down, and Left and Right with Shift, move the zoomed photo. @returns whether the key was meant for it */
  key({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean {
    const direction = this.isZoomed ? panDirectionOf(key, shiftKey) : null
    if (!direction) return false
    const { x, y } = this.#placement.pan
    this.#panTo({ x: x + direction.x * panStep, y: y + direction.y * panStep }, false)
    return true
  }

  /** With Ctrl, which is what trackpads send for two fingers, it zooms; a zoomed photo is moved. */
  #wheel(event: Pick<WheelEvent, 'ctrlKey' | 'deltaX' | 'deltaY' | 'deltaMode' | 'clientX' | 'clientY'>): boolean {
    // Mice count in lines, trackpads in pixels.
    const unit = event.deltaMode === 0 ? 1 : 16
    const { pan, scale } = this.#placement
    if (event.ctrlKey) {
      const point = this.#pointOf(event)
      this.#zoom(scale * Math.exp((-event.deltaY * unit) / 100), point, point, this.#placement)
      this.#settle(settleZoom(this.#placement))
    } else if (this.isZoomed) this.#panTo({ x: pan.x - event.deltaX * unit, y: pan.y - event.deltaY * unit }, true)
    else return false
    return true
  }

  #beginDrag(pointerId: number): void {
    const start = this.#pointers.get(pointerId) ?? middle
    this.#drag = { pointerId, start, panBefore: this.#placement.pan, offset: middle, axis: null }
  }

  #moveDrag(drag: Drag): boolean {
    const point = this.#pointers.get(drag.pointerId) ?? drag.start
    const offset = { x: point.x - drag.start.x, y: point.y - drag.start.y }
    const wasTap = drag.axis === null
    drag.offset = offset
    drag.axis ??= axisOfDrag(offset)
    if (drag.axis === null) return false
    if (this.isZoomed) this.#panTo({ x: drag.panBefore.x + offset.x, y: drag.panBefore.y + offset.y }, true)
    else if (drag.axis === 'horizontal') this.#slide(offset.x)
    else this.#sink(offset)
    return wasTap
  }

  #beginPinch(): void {
    const [one = middle, other = middle] = this.#pointers.values()
    if (!this.isZoomed) this.#rest()
    this.#drag = null
    const { centre, distance } = pinchOf(one, other)
    this.#pinch = { from: centre, distance, before: this.#placement }
  }

  #movePinch({ from, distance, before }: Pinch): void {
    const [one = middle, other = middle] = this.#pointers.values()
    const now = pinchOf(one, other)
    this.#zoom((before.scale * now.distance) / distance, from, now.centre, before)
  }

  /** The finger that stays moves the zoomed photo on. */
  #endPinch(): void {
    this.#pinch = null
    this.#settle(settleZoom(this.#placement))
    const [left] = this.#pointers.keys()
    if (left === undefined || !this.isZoomed) return
    this.#beginDrag(left)
    // Whatever it does, it is no tap.
    if (this.#drag) this.#drag.axis = 'horizontal'
  }

  #zoom(scale: number, from: Offset, to: Offset, before: Placement): void {
    const sizes = { photo: this.#photoSize(), stage: this.#stageSize() }
    this.#settle(zoomTo(scale, { from, to, ...sizes }, before), true)
  }

  #toggle(timeStamp: number, point: Offset): void {
    if (timeStamp - this.#lastToggle < doubleTapMilliseconds) return
    this.#lastToggle = timeStamp
    if (this.isZoomed) return this.#settle(unmoved)
    const sizes = { photo: this.#photoSize(), stage: this.#stageSize() }
    return this.#settle(zoomTo(zoomScale, { from: point, to: point, ...sizes }, unmoved))
  }

  #panTo(pan: Offset, isFollowing: boolean): void {
    const { scale } = this.#placement
    this.#settle({ pan: clampPan(pan, this.#photoSize(), this.#stageSize(), scale), scale }, isFollowing)
  }

  #settle(placement: Placement, isFollowing = false): void {
    const wasZoomed = this.isZoomed
    this.#placement = placement
    this.#place(placement, isFollowing)
    if (wasZoomed !== this.isZoomed) for (const listener of this.#listeners) listener()
  }

  /** The photos go with the finger. */
  #slide(x: number): void {
    const isEnd = this.#canStep(x < 0 ? 'next' : 'previous') === false
    move(this.#elements?.track, `translateX(${followSideways(x, isEnd)}px)`, true)
  }

  /** The photo goes down with the finger, and shrinks; the room around it fades. */
  #sink(offset: Offset): void {
    const { progress, ...placement } = followDown(offset, this.#stageSize())
    this.#place(placement, true)
    this.#room()?.style.setProperty('--drag', String(progress))
  }

  /** Back to where all was before the drag. */
  #rest(): void {
    this.#drag = null
    if (this.isZoomed) return
    this.#place(unmoved, false)
    move(this.#elements?.track, 'none', false)
    this.#room()?.style.removeProperty('--drag')
  }

  #place({ pan, scale }: Placement, isFollowing: boolean): void {
    move(this.#elements?.photo, `translate(${pan.x}px, ${pan.y}px) scale(${scale})`, isFollowing)
  }

  #room(): HTMLElement | null | undefined {
    return this.#elements?.stage.closest('main')
  }

  #pointOf({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): Offset {
    const { left = 0, top = 0 } = this.#elements?.stage.getBoundingClientRect() ?? {}
    const { width, height } = this.#stageSize()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }

  #stageSize(): Size {
    const { clientWidth, clientHeight } = this.#elements?.stage ?? {}
    return { width: clientWidth || innerWidth, height: clientHeight || innerHeight }
  }

  /** Without transforms, so that it is the same zoomed or not. */
  #photoSize(): Size {
    return { width: this.#elements?.photo.offsetWidth ?? 0, height: this.#elements?.photo.offsetHeight ?? 0 }
  }
}

function move(element: HTMLElement | undefined, transform: string, isFollowing: boolean): void {
  if (!element) return
  element.dataset['following'] = String(isFollowing)
  element.style.transform = transform
}
