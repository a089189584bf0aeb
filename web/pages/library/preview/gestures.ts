import { readingDistance } from '../../../shared/direction.ts'
/** A distance in CSS pixels; right and down are positive. Points are offsets from the middle of the stage. */
export interface Offset {
  readonly x: number
  readonly y: number
}

/** A size in CSS pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** The position of the photo, from the middle of the stage, and its size; at scale 1 it fits the stage. */
export interface Placement {
  readonly pan: Offset
  readonly scale: number
}

export type DragAxis = 'horizontal' | 'vertical'
export type DragOutcome = 'previous' | 'next' | 'close' | 'stay'

export const middle: Offset = { x: 0, y: 0 }
export const unmoved: Placement = { pan: middle, scale: 1 }

/** A tap or click toggles between 1 and this scale. A pinch or wheel reaches every scale between. */
export const zoomScale = 2.5

/** A second tap within this time is part of a double tap and does not undo the zoom. */
export const doubleTapMilliseconds = 200

/** The smallest drag that steps or closes, as a fraction of the stage's width or height. */
const dragThreshold = 0.35

/** A finger that moves less than this is a tap. */
const slopPixels = 8

/** A smaller scale than this is treated as unintended and reset to 1. */
const minimumZoom = 1.05

/** How far a photo at the end of the list follows the finger, as a fraction of the finger's movement. */
const resistance = 0.25

/** How much the photo shrinks when it is dragged down by the full height, as a fraction of its size. */
const maximumShrink = 0.4

/** The axis of a drag; null while it may still be a tap. */
export function axisOfDrag({ x, y }: Offset): DragAxis | null {
  if (Math.hypot(x, y) < slopPixels) return null
  return Math.abs(x) >= Math.abs(y) ? 'horizontal' : 'vertical'
}

/** The effect of a drag of the unzoomed photo, on release. An upward drag has none. */
export function outcomeOfDrag(axis: DragAxis, { x, y }: Offset, stage: Size): DragOutcome {
  if (axis === 'vertical') return y > stage.height * dragThreshold ? 'close' : 'stay'
  if (Math.abs(x) <= stage.width * dragThreshold) return 'stay'
  return stepOf(x)
}

/** The photo that comes into view when the photos move sideways. */
export function stepOf(x: number): 'previous' | 'next' {
  return readingDistance(x) < 0 ? 'next' : 'previous'
}

/** How far the photos follow a finger sideways: less at the end of the list. */
export function followSideways(x: number, isEnd: boolean): number {
  return isEnd ? x * resistance : x
}

/** The placement of a photo that is dragged down, and the progress of the drag from 0 to 1. */
export function followDown({ x, y }: Offset, stage: Size): Placement & { readonly progress: number } {
  const progress = Math.min(1, Math.max(0, y / stage.height))
  return { pan: progress === 0 ? middle : { x, y }, scale: 1 - maximumShrink * progress, progress }
}

/**
 * Limits the pan so that the zoomed photo covers the stage; centres the photo along an axis where it is smaller than
 * the stage.
 */
export function clampPan({ x, y }: Offset, photo: Size, stage: Size, scale: number): Offset {
  const limitX = Math.max(0, (photo.width * scale - stage.width) / 2)
  const limitY = Math.max(0, (photo.height * scale - stage.height) / 2)
  return { x: clamp(x, limitX), y: clamp(y, limitY) }
}

/**
 * Zooms and pans so that the part of the photo at `from` moves to `to`, as far as the photo's edges allow.
 * @param scale the target; it is limited to 1 to 2.5
 */
export function zoomTo(
  scale: number,
  { from, to, photo, stage }: { from: Offset; to: Offset; photo: Size; stage: Size },
  { pan, scale: before }: Placement,
): Placement {
  const next = Math.min(zoomScale, Math.max(1, scale))
  const ratio = next / before
  const target = { x: to.x - (from.x - pan.x) * ratio, y: to.y - (from.y - pan.y) * ratio }
  return { pan: clampPan(target, photo, stage, next), scale: next }
}

/** The placement after a pinch or a turn of the wheel: a zoom too small to see is reset. */
export function settleZoom(placement: Placement): Placement {
  return placement.scale < minimumZoom ? unmoved : placement
}

/** The middle between two fingers, and the distance between them. */
export function pinchOf(one: Offset, other: Offset): { readonly centre: Offset; readonly distance: number } {
  return {
    centre: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
    distance: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)),
  }
}

/** The direction in which a key moves the zoomed photo, if any. Left and Right need Shift. */
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
