import type { Variant } from './catalogue.ts'

/** The least dots per inch of each quality. Decision 0360 names the source; the web client has the same numbers. */
export const printQualities = { acceptable: 150, good: 200, excellent: 300 } as const

const millimetresPerInch = 25.4

/** The least width and height of a picture in pixels, for a quality in dots per inch. */
export function minimumPixels(
  { widthMillimetres, heightMillimetres }: Pick<Variant, 'widthMillimetres' | 'heightMillimetres'>,
  dotsPerInch: number,
): { readonly width: number; readonly height: number } {
  const pixels = (millimetres: number) => Math.ceil((millimetres / millimetresPerInch) * dotsPerInch)
  return { width: pixels(widthMillimetres), height: pixels(heightMillimetres) }
}

/** The size as customers read it in every language, in whole centimetres: `15 × 10 cm`. */
export function variantTitle({ widthMillimetres, heightMillimetres }: Variant): string {
  return `${widthMillimetres / 10} × ${heightMillimetres / 10} cm`
}
