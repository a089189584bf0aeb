import { Refusal } from './refusal.ts'

export interface Limits {
  readonly maxPixels: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** What a header says about the picture. */
export interface Inspected extends Size {
  /** How much memory decoding takes, at most. */
  readonly decodeBytes: number
}

/** The longest side in pixels that a JPEG rendition can have. */
const maxSide = 65_500

/** Throws a `Refusal` if the picture exceeds the limits or has no pixels. */
export function checkSize(size: Size, limits: Limits): void {
  if (size.width < 1 || size.height < 1) throw new Refusal('DAMAGED_FILE', 'The picture has no pixels.')
  if (size.width * size.height > limits.maxPixels || Math.max(size.width, size.height) > maxSide) {
    throw new Refusal('TOO_MANY_PIXELS', `The picture has ${size.width} × ${size.height} pixels, which is too many.`)
  }
}
