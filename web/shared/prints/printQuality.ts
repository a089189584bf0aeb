/** A size of prints, in whole centimetres. */
export interface PrintSize {
  readonly short: number
  readonly long: number
}

/** How sharp a print looks at arm's length. It depends on the resolution of the photo on paper. */
export type PrintQuality = 'excellent' | 'good' | 'acceptable' | 'low'

export interface Print extends PrintSize {
  readonly quality: PrintQuality
}

const sizes: readonly PrintSize[] = [
  { short: 10, long: 15 },
  { short: 13, long: 18 },
  { short: 20, long: 30 },
  { short: 30, long: 45 },
  { short: 40, long: 60 },
  { short: 50, long: 75 },
]

/** The minimum resolution (dots per inch) of each quality, best first. Decision 0360 names the source. */
const thresholds = [
  ['excellent', 300],
  ['good', 200],
  ['acceptable', 150],
] as const

const centimetresPerInch = 2.54

/**
 * The quality of a photo of this width and height (pixels) in every print size, smallest first. The photo fills the
 * paper in either orientation, so the edge with the lower resolution decides.
 */
export function printsOf(width: number, height: number): readonly Print[] {
  return sizes.map((size) => ({ ...size, quality: qualityOf(width, height, size) }))
}

/** The largest print size with at least acceptable quality; null if there is none. */
export function largestPrint(width: number, height: number): PrintSize | null {
  return printsOf(width, height).findLast(({ quality }) => quality !== 'low') ?? null
}

function qualityOf(width: number, height: number, { short, long }: PrintSize): PrintQuality {
  const dotsPerCentimetre = Math.min(Math.max(width, height) / long, Math.min(width, height) / short)
  const dotsPerInch = dotsPerCentimetre * centimetresPerInch
  const reached = thresholds.find(([, least]) => dotsPerInch >= least)
  return reached?.[0] ?? 'low'
}
