import { Store } from '../../../app/Store.ts'
import {
  type Offset,
  type Placement,
  clampPan,
  doubleTapMilliseconds,
  panDirectionOf,
  settleZoom,
  unmoved,
  zoomScale,
  zoomTo,
} from './gestures.ts'
import type { PhotoStage } from './PhotoStage.ts'

/** How far an arrow key moves the zoomed photo, in CSS pixels. */
const panStep = 80
/** The height of a line in CSS pixels, for mice whose wheel counts lines. */
const lineHeight = 16

/** The zoom of the photo and its visible part. Listeners are called when the photo is zoomed in or back out. */
export class PhotoZoom extends Store {
  readonly #stage: PhotoStage
  #placement = unmoved
  #lastToggle = -doubleTapMilliseconds

  constructor(stage: PhotoStage) {
    super()
    this.#stage = stage
  }

  get isZoomed(): boolean {
    return this.#placement.scale > 1
  }

  get placement(): Placement {
    return this.#placement
  }

  /** Zooms in at the point of a tap or click, or back out. Ignores a second tap within 200 ms. */
  toggle(timeStamp: number, point: Offset): void {
    if (timeStamp - this.#lastToggle < doubleTapMilliseconds) return
    this.#lastToggle = timeStamp
    if (this.isZoomed) this.#set(unmoved, false)
    else this.#set(zoomTo(zoomScale, { from: point, to: point, ...this.#sizes() }, unmoved), false)
  }

  /** Zooms and pans so that the part of the photo at `from`, in the earlier placement, moves to `to`. */
  zoom(scale: number, from: Offset, to: Offset, before: Placement): void {
    this.#set(zoomTo(scale, { from, to, ...this.#sizes() }, before), true)
  }

  /** Resets a zoom that is too small to see, after a pinch or a turn of the wheel. */
  settle(): void {
    this.#set(settleZoom(this.#placement), false)
  }

  /** @param isFollowing true while a finger or a wheel moves the photo */
  panTo(pan: Offset, isFollowing: boolean): void {
    const { photo, stage } = this.#sizes()
    const { scale } = this.#placement
    this.#set({ pan: clampPan(pan, photo, stage, scale), scale }, isFollowing)
  }

  /** Keeps the zoomed photo over the stage after the window was resized. */
  readonly clamp = (): void => {
    if (this.isZoomed) this.panTo(this.#placement.pan, false)
  }

  /** Up and Down, and Shift with Left and Right, pan the zoomed photo. @returns whether the key was one of them */
  key({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean {
    const direction = this.isZoomed ? panDirectionOf(key, shiftKey) : null
    if (!direction) return false
    const { x, y } = this.#placement.pan
    this.panTo({ x: x + direction.x * panStep, y: y + direction.y * panStep }, false)
    return true
  }

  /** The wheel zooms with Ctrl, which trackpads report for a pinch. Otherwise it pans the zoomed photo. */
  readonly wheel = (event: WheelEvent): void => {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : lineHeight
    const { pan, scale } = this.#placement
    if (event.ctrlKey) {
      const point = this.#stage.pointOf(event)
      this.zoom(scale * Math.exp((-event.deltaY * unit) / 100), point, point, this.#placement)
      this.settle()
    } else if (this.isZoomed) this.panTo({ x: pan.x - event.deltaX * unit, y: pan.y - event.deltaY * unit }, true)
    else return
    event.preventDefault()
  }

  #sizes() {
    return { photo: this.#stage.photoSize, stage: this.#stage.size }
  }

  #set(placement: Placement, isFollowing: boolean): void {
    const wasZoomed = this.isZoomed
    this.#placement = placement
    this.#stage.placePhoto(placement, isFollowing)
    if (wasZoomed !== this.isZoomed) this.changed()
  }
}
