/** A size of prints, in whole centimetres. */
export interface PrintSize {
  readonly short: number
  readonly long: number
}

/** `good`: as sharp as eyes see at arm's length; `acceptable`: a little soft. */
export type PrintQuality = 'good' | 'acceptable'

export interface PossiblePrint extends PrintSize {
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

const goodDotsPerInch = 200
const acceptableDotsPerInch = 150
const centimetresPerInch = 2.54

/**
 * The sizes in which a photo of this width and height (pixels) can be printed, smallest first. The photo fills the paper
 * in either orientation, so the edge with the lower resolution decides.
 */
export function possiblePrints(width: number, height: number): readonly PossiblePrint[] {
  return sizes.flatMap((size) => {
    const quality = qualityOf(width, height, size)
    return quality === null ? [] : [{ ...size, quality }]
  })
}

function qualityOf(width: number, height: number, { short, long }: PrintSize): PrintQuality | null {
  const dotsPerCentimetre = Math.min(Math.max(width, height) / long, Math.min(width, height) / short)
  const dotsPerInch = dotsPerCentimetre * centimetresPerInch
  if (dotsPerInch >= goodDotsPerInch) return 'good'
  return dotsPerInch >= acceptableDotsPerInch ? 'acceptable' : null
}
