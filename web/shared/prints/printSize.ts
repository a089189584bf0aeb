import type { PrintSize } from './printQuality.ts'

/** The code by which the shop names a size: `10X15`. */
export function sizeCode({ short, long }: PrintSize): string {
  return `${short}X${long}`
}
