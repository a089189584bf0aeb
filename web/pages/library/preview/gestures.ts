/** A distance in CSS pixels; right and down are positive. */
export interface Offset {
  readonly x: number
  readonly y: number
}

/** In CSS pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

export type DragAxis = 'horizontal' | 'vertical'
export type DragOutcome = 'previous' | 'next' | 'close' | 'stay'

export const zoomScale = 2.5

/** A second tap within this time belongs to the first: it does not undo the zoom. */
export const doubleTapMilliseconds = 200

/** The part of the window's width or height beyond which a drag counts. */
const dragThreshold = 0.35

/** A finger that moves less is one that taps. */
const slopPixels = 8

/** Which way a drag goes; null while it may still be a tap. An upward drag is none. */
export function axisOfDrag({ x, y }: Offset): DragAxis | null {
  if (Math.hypot(x, y) < slopPixels) return null
  return Math.abs(x) >= Math.abs(y) ? 'horizontal' : 'vertical'
}

/** What letting go after a drag of the unzoomed photo does. */
export function outcomeOfDrag(axis: DragAxis, { x, y }: Offset, window: Size): DragOutcome {
  if (axis === 'vertical') return y > window.height * dragThreshold ? 'close' : 'stay'
  if (Math.abs(x) <= window.width * dragThreshold) return 'stay'
  return x < 0 ? 'next' : 'previous'
}

/** Keeps the zoomed photo over the window: no further than its edges, and centred where it is smaller. */
export function clampPan({ x, y }: Offset, photo: Size, window: Size): Offset {
  const limitX = Math.max(0, (photo.width * zoomScale - window.width) / 2)
  const limitY = Math.max(0, (photo.height * zoomScale - window.height) / 2)
  return { x: clamp(x, limitX), y: clamp(y, limitY) }
}

/** Where the zoomed photo goes so that a point of it, given from the window's centre, stays under the finger. */
export function panTowards(point: Offset, photo: Size, window: Size): Offset {
  return clampPan({ x: -point.x * (zoomScale - 1), y: -point.y * (zoomScale - 1) }, photo, window)
}

function clamp(value: number, limit: number): number {
  // Adding zero turns -0 into 0.
  return Math.min(limit, Math.max(-limit, value)) + 0
}
