import type { Variant } from './catalogue.ts'

/** The minimum dots per inch of each quality. Decision 0360 names the source; the web client has the same numbers. */
export const printQualities = { acceptable: 150, good: 200, excellent: 300 } as const

const millimetresPerInch = 25.4

/** The minimum width and height (pixels) of a picture that fills an article at a resolution (dots per inch). */
export function minimumPixels(
  { widthMillimetres, heightMillimetres }: Pick<Variant, 'widthMillimetres' | 'heightMillimetres'>,
  dotsPerInch: number,
): { readonly width: number; readonly height: number } {
  const pixels = (millimetres: number) => Math.ceil((millimetres / millimetresPerInch) * dotsPerInch)
  return { width: pixels(widthMillimetres), height: pixels(heightMillimetres) }
}

/** The size in whole centimetres, as customers of every language read it: `15 × 10 cm`. */
export function variantTitle({ widthMillimetres, heightMillimetres }: Variant): string {
  return `${widthMillimetres / 10} × ${heightMillimetres / 10} cm`
}
