/** A distance in CSS pixels; right and down are positive. Points are given from the middle of the stage. */
export interface Offset {
  readonly x: number
  readonly y: number
}

/** In CSS pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Where the photo is: moved from the middle, and so many times as large as it fits. */
export interface Placement {
  readonly pan: Offset
  readonly scale: number
}

export type DragAxis = 'horizontal' | 'vertical'
export type DragOutcome = 'previous' | 'next' | 'close' | 'stay'

export const middle: Offset = { x: 0, y: 0 }
export const unmoved: Placement = { pan: middle, scale: 1 }

/** A tap or click goes from 1 to this and back; fingers and wheels go anywhere between. */
export const zoomScale = 2.5

/** A second tap within this time belongs to the first: it does not undo the zoom. */
export const doubleTapMilliseconds = 200

/** The part of the stage's width or height beyond which a drag counts. */
const dragThreshold = 0.35

/** A finger that moves less is one that taps. */
const slopPixels = 8

/** Less than this above 1 is no zoom that anybody meant. */
const leastZoom = 1.05

/** How far a photo at the end of the list follows the finger. */
const resistance = 0.25

/** How much smaller the photo is when it was dragged down by the whole height. */
const mostShrinking = 0.4

/** Which way a drag goes; null while it may still be a tap. */
export function axisOfDrag({ x, y }: Offset): DragAxis | null {
  if (Math.hypot(x, y) < slopPixels) return null
  return Math.abs(x) >= Math.abs(y) ? 'horizontal' : 'vertical'
}

/** What letting go after a drag of the unzoomed photo does. An upward drag does nothing. */
export function outcomeOfDrag(axis: DragAxis, { x, y }: Offset, stage: Size): DragOutcome {
  if (axis === 'vertical') return y > stage.height * dragThreshold ? 'close' : 'stay'
  if (Math.abs(x) <= stage.width * dragThreshold) return 'stay'
  return x < 0 ? 'next' : 'previous'
}

/** How far the photos follow a finger sideways: less where there is none to come. */
export function followSideways(x: number, isEnd: boolean): number {
  return isEnd ? x * resistance : x
}

/** How a photo that is dragged down looks: where it is, and how much of the way it has gone, 0 to 1. */
export function followDown({ x, y }: Offset, stage: Size): Placement & { readonly progress: number } {
  const progress = Math.min(1, Math.max(0, y / stage.height))
  return { pan: progress === 0 ? middle : { x, y }, scale: 1 - mostShrinking * progress, progress }
}

/** Keeps the zoomed photo over the stage: no further than its edges, and in the middle where it is smaller. */
export function clampPan({ x, y }: Offset, photo: Size, stage: Size, scale: number): Offset {
  const limitX = Math.max(0, (photo.width * scale - stage.width) / 2)
  const limitY = Math.max(0, (photo.height * scale - stage.height) / 2)
  return { x: clamp(x, limitX), y: clamp(y, limitY) }
}

/**
 * Zooms so that what was at one point comes to another, as far as the photo's edges allow.
 * @param scale what is wished; it is kept between 1 and 2.5
 */
export function zoomTo(
  scale: number,
  { from, to, photo, stage }: { from: Offset; to: Offset; photo: Size; stage: Size },
  { pan, scale: before }: Placement,
): Placement {
  const next = Math.min(zoomScale, Math.max(1, scale))
  const ratio = next / before
  const wished = { x: to.x - (from.x - pan.x) * ratio, y: to.y - (from.y - pan.y) * ratio }
  return { pan: clampPan(wished, photo, stage, next), scale: next }
}

/** What stays when fingers or a wheel let go: all, or no zoom. */
export function settleZoom(placement: Placement): Placement {
  return placement.scale < leastZoom ? unmoved : placement
}

/** The point between two fingers, and how far they are apart. */
export function pinchOf(one: Offset, other: Offset): { readonly centre: Offset; readonly distance: number } {
  return {
    centre: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
    distance: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)),
  }
}

/** Which way the zoomed photo goes by an arrow key; Left and Right do it with Shift only. */
export function panDirectionOf(key: string, isShifted: boolean): Offset | null {
  if (key === 'ArrowUp') return { x: 0, y: 1 }
  if (key === 'ArrowDown') return { x: 0, y: -1 }
  if (key === 'ArrowLeft' && isShifted) return { x: 1, y: 0 }
  if (key === 'ArrowRight' && isShifted) return { x: -1, y: 0 }
  return null
}

function clamp(value: number, limit: number): number {
  // Adding zero turns -0 into 0.
  return Math.min(limit, Math.max(-limit, value)) + 0
}
