import type { Refusal, RefusalCode } from './formats/refusal.ts'

/**
 * Why the picture of an accepted file cannot be shown. `UNREADABLE`: the decoder refuses the file. `TOO_LARGE`:
 * decoding would need more memory than is allowed. `FAILED`: every attempt took too long or too much memory.
 */
export const pictureProblems = ['UNREADABLE', 'TOO_LARGE', 'FAILED'] as const
export type PictureProblem = (typeof pictureProblems)[number]

/**
 * Raise it with a release whose decoder reads more files. The upkeep job then tries the originals again that an
 * earlier decoder could not show (decision 0139).
 */
export const decoderVersion = 1

/** The codes of refusals that do not mean that the file is unreadable. */
const problemOfCode: Partial<Record<RefusalCode, PictureProblem>> = { TOO_MANY_PIXELS: 'TOO_LARGE', FAILED: 'FAILED' }

/** What a decoder's refusal means for a file that is accepted already. */
export function problemOf(refusal: Refusal): PictureProblem {
  return problemOfCode[refusal.code] ?? 'UNREADABLE'
}
