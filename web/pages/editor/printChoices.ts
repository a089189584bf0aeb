import { printLimits } from '../../../schema/rules/prints.ts'
import { type Print, printsOf } from '../../shared/prints/printQuality.ts'
import { sizeCode } from '../../shared/prints/printSize.ts'

/** The prints of one photo. If the size is null, the photo is not printed. */
export interface PrintChoice {
  readonly size: string | null
  /** 1 to 99. */
  readonly copies: number
}

/** The properties of a photo on which its print choice depends. */
export interface ChoosablePhoto {
  readonly id: string
  readonly width: number | null | undefined
  readonly height: number | null | undefined
}

/** Prints of some photos in one size, as the gateway takes them. */
export interface Prints {
  readonly size: string
  readonly copies: number
  readonly photoIds: readonly string[]
}

/** A size for which a photo is sharp enough. Its quality is null if the size of the photo is unknown. */
export interface PossiblePrint extends Pick<Print, 'short' | 'long'> {
  readonly code: string
  readonly quality: Exclude<Print['quality'], 'low'> | null
}

/** Every size, smallest first. */
export const allSizes: readonly PossiblePrint[] = printsOf(1, 1).map(({ short, long }) => {
  return { short, long, code: sizeCode({ short, long }), quality: null }
})

/** The sizes for which a photo is sharp enough, smallest first. All sizes if its width and height are unknown. */
export function possiblePrints({ width, height }: Omit<ChoosablePhoto, 'id'>): readonly PossiblePrint[] {
  if (typeof width !== 'number' || typeof height !== 'number') return allSizes
  return printsOf(width, height).flatMap(({ quality, ...size }) =>
    quality === 'low' ? [] : [{ ...size, code: sizeCode(size), quality }],
  )
}

/**
 * The prints of a photo: the choice of the customer, by default one print in the smallest size. If the photo is not
 * sharp enough for the chosen size, the size becomes null.
 */
export function choiceOf(photo: ChoosablePhoto, chosen: PrintChoice | undefined): PrintChoice {
  const possible = possiblePrints(photo)
  if (!chosen) return { size: possible[0]?.code ?? null, copies: 1 }
  return { ...chosen, size: possible.find(({ code }) => code === chosen.size)?.code ?? null }
}

/** Groups the prints of all photos by size and number of copies. */
export function printsOfAll(
  photos: readonly ChoosablePhoto[],
  choices: Readonly<Record<string, PrintChoice>>,
): readonly Prints[] {
  const chosen = photos.flatMap((photo) => {
    const { size, copies } = choiceOf(photo, choices[photo.id])
    return size === null ? [] : [{ id: photo.id, size, copies }]
  })
  return [...Map.groupBy(chosen, ({ size, copies }) => `${size} ${copies}`).values()].flatMap((group) => {
    const [first] = group
    return first ? [{ size: first.size, copies: first.copies, photoIds: group.map(({ id }) => id) }] : []
  })
}

/** Whether the number of prints of each size is within the limit of one order. */
export function areFewEnough(prints: readonly Prints[]): boolean {
  return [...Map.groupBy(prints, ({ size }) => size).values()].every(
    (ofSize) =>
      ofSize.reduce((sum, { copies, photoIds }) => sum + copies * photoIds.length, 0) <= printLimits.printsOfSize,
  )
}

/** The allowed number of copies that is nearest to the typed number; 1 if that is not a number. */
export function allowedCopies(typed: number): number {
  return Math.min(printLimits.copies, Math.max(1, Math.round(typed) || 1))
}
