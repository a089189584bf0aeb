import { readingDistance } from '../../../shared/direction.ts'
import {
  type DragAxis,
  type DragOutcome,
  type Offset,
  type Placement,
  axisOfDrag,
  followDown,
  followSideways,
  middle,
  outcomeOfDrag,
  stepOf,
  pinchOf,
  unmoved,
} from './gestures.ts'
import type { StepDirection } from './PhotoChain.ts'
import { type MovedElements, PhotoStage } from './PhotoStage.ts'
import { PhotoZoom } from './PhotoZoom.ts'

/** The gap between a photo and its neighbour in CSS pixels; PhotoView.module.css has the same number. */
const gap = 24

interface Drag {
  readonly start: Offset
  readonly pointerId: number
  readonly panBefore: Offset
  offset: Offset
  /** Null while the gesture may still be a tap. */
  axis: DragAxis | null
}

interface Pinch {
  readonly from: Offset
  readonly distance: number
  readonly before: Placement
}

/** The fields of a pointer event that matter here. */
type Pointer = Pick<PointerEvent, 'pointerId' | 'button' | 'clientX' | 'clientY'>

/**
 * Turns pointers, clicks and keys into movements of the photo: drags and pinches here, zoom and panning in PhotoZoom.
 */
export class PhotoMover {
  readonly #stage = new PhotoStage()
  readonly #zoom = new PhotoZoom(this.#stage)
  readonly #pointers = new Map<number, Offset>()
  #drag: Drag | null = null
  #pinch: Pinch | null = null
  /** True when the click that browsers send after this gesture must do nothing. */
  #isClickDone = false
  #canStep: (direction: StepDirection) => boolean | undefined = () => undefined

  /** @param canStep returns whether there is a photo in that direction; undefined while unknown */
  readonly setCanStep = (canStep: (direction: StepDirection) => boolean | undefined): void => {
    this.#canStep = canStep
  }

  /** Calls the listener when the photo is zoomed in or back out. Returns a function that unsubscribes. */
  readonly subscribe = this.#zoom.subscribe

  get isZoomed(): boolean {
    return this.#zoom.isZoomed
  }

  /** Handles the gestures of the elements until the returned function is called. */
  readonly attach = (elements: MovedElements): (() => void) => {
    this.#stage.elements = elements
    const leaving = new AbortController()
    addEventListener('resize', this.#zoom.clamp, { signal: leaving.signal })
    // React's listeners are passive and cannot prevent the browser's own page zoom and fling. During a fling, browsers
    // use the next tap to stop it.
    const active = { signal: leaving.signal, passive: false }
    elements.stage.addEventListener('wheel', this.#zoom.wheel, active)
    elements.stage.addEventListener('touchmove', (event) => event.preventDefault(), active)
    return () => {
      leaving.abort()
      this.#stage.elements = null
    }
  }

  /** The distance in CSS pixels from which the next photo slides in: its position at the end of the drag. */
  entranceOffset(direction: StepDirection): number {
    const width = this.#stage.size.width + gap
    return (this.#drag?.offset.x ?? 0) + readingDistance(direction === 'next' ? width : -width)
  }

  press(pointer: Pointer): void {
    this.#isClickDone = false
    if (pointer.button !== 0 || this.#pointers.size > 1) return
    this.#pointers.set(pointer.pointerId, this.#stage.pointOf(pointer))
    if (this.#pointers.size === 2) this.#beginPinch()
    else this.#beginDrag(pointer.pointerId)
  }

  /** @returns true when the gesture has just become a drag: the caller must then capture the pointer */
  move(pointer: Pointer): boolean {
    if (!this.#pointers.has(pointer.pointerId)) return false
    this.#pointers.set(pointer.pointerId, this.#stage.pointOf(pointer))
    if (this.#pinch) this.#movePinch(this.#pinch)
    else if (this.#drag) return this.#moveDrag(this.#drag)
    return false
  }

  /**
   * Ends a drag, a pinch or a tap. A tap toggles the zoom here and not on `click`, because browsers send no click for a
   * tap that follows a quick swipe.
   * @returns the effect of a drag. For a step to a known neighbour, the photos keep their position, and the neighbour
   *   slides in from there
   */
  release(pointer: Pointer & { readonly timeStamp: number }): DragOutcome {
    if (!this.#pointers.delete(pointer.pointerId)) return 'stay'
    this.#isClickDone = true
    if (this.#pinch) {
      this.#endPinch()
      return 'stay'
    }
    const drag = this.#drag
    if (drag?.axis === null) this.#zoom.toggle(pointer.timeStamp, this.#stage.pointOf(pointer))
    if (!drag || drag.axis === null || this.isZoomed) {
      this.#drag = null
      return 'stay'
    }
    const outcome = outcomeOfDrag(drag.axis, drag.offset, this.#stage.size)
    if (outcome === 'close') return outcome
    if (outcome !== 'stay' && this.#canStep(outcome) === true) return outcome
    this.#returnToRest()
    return outcome !== 'stay' && this.#canStep(outcome) === false ? 'stay' : outcome
  }

  /** Called when the system or another gesture has taken over the pointer. */
  cancel(pointer: Pick<Pointer, 'pointerId'>): void {
    this.#pointers.delete(pointer.pointerId)
    if (this.#pinch) this.#endPinch()
    else this.#returnToRest()
  }

  /** Toggles the zoom on a click without a pointer, from a key or a screen reader. */
  click(event: Pick<MouseEvent, 'timeStamp' | 'detail' | 'clientX' | 'clientY'>): void {
    const isDone = this.#isClickDone
    this.#isClickDone = false
    // The click of a key has no position.
    if (!isDone) this.#zoom.toggle(event.timeStamp, event.detail === 0 ? middle : this.#stage.pointOf(event))
  }

  /** @returns whether the key moved the zoomed photo */
  key(event: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean {
    return this.#zoom.key(event)
  }

  #beginDrag(pointerId: number, axis: DragAxis | null = null): void {
    const start = this.#pointers.get(pointerId) ?? middle
    this.#drag = { start, pointerId, panBefore: this.#zoom.placement.pan, offset: middle, axis }
  }

  #moveDrag(drag: Drag): boolean {
    const point = this.#pointers.get(drag.pointerId) ?? drag.start
    const offset = { x: point.x - drag.start.x, y: point.y - drag.start.y }
    const wasTap = drag.axis === null
    drag.offset = offset
    drag.axis ??= axisOfDrag(offset)
    if (drag.axis === null) return false
    if (this.isZoomed) this.#zoom.panTo({ x: drag.panBefore.x + offset.x, y: drag.panBefore.y + offset.y }, true)
    else if (drag.axis === 'horizontal') this.#slide(offset.x)
    else this.#sink(offset)
    return wasTap
  }

  #beginPinch(): void {
    const [one = middle, other = middle] = this.#pointers.values()
    if (!this.isZoomed) this.#returnToRest()
    this.#drag = null
    const { centre, distance } = pinchOf(one, other)
    this.#pinch = { from: centre, distance, before: this.#zoom.placement }
  }

  #movePinch({ from, distance, before }: Pinch): void {
    const [one = middle, other = middle] = this.#pointers.values()
    const now = pinchOf(one, other)
    this.#zoom.zoom((before.scale * now.distance) / distance, from, now.centre, before)
  }

  /** The remaining finger continues to pan the zoomed photo. This is a drag from the start, never a tap. */
  #endPinch(): void {
    this.#pinch = null
    this.#zoom.settle()
    const [left] = this.#pointers.keys()
    if (left !== undefined && this.isZoomed) this.#beginDrag(left, 'horizontal')
  }

  #slide(x: number): void {
    const isEnd = this.#canStep(stepOf(x)) === false
    this.#stage.slideTrack(followSideways(x, isEnd))
  }

  #sink(offset: Offset): void {
    const { progress, ...placement } = followDown(offset, this.#stage.size)
    this.#stage.placePhoto(placement, true)
    this.#stage.fade(progress)
  }

  /** Moves everything back to where it was before the drag. */
  #returnToRest(): void {
    this.#drag = null
    if (this.isZoomed) return
    this.#stage.placePhoto(unmoved, false)
    this.#stage.resetTrack()
    this.#stage.resetFade()
  }
}
