import type { Refusal, RefusalCode } from './formats/refusal.ts'

/**
 * Why the picture of an accepted file cannot be shown. `UNREADABLE`: the decoder refuses the file. `TOO_LARGE`:
 * decoding would need more memory than is allowed. `FAILED`: every attempt took too long or too much memory.
 */
export const pictureProblems = ['UNREADABLE', 'TOO_LARGE', 'FAILED'] as const
export type PictureProblem = (typeof pictureProblems)[number]

/**
 * The version of the decoder. Increase it in a release whose decoder reads more files: the upkeep job then retries the
 * originals that an earlier version could not decode (decision 0139).
 */
export const decoderVersion = 1

/** The problem for each code of a refusal. All other codes mean that the file is unreadable. */
const problemOfCode: Partial<Record<RefusalCode, PictureProblem>> = { TOO_MANY_PIXELS: 'TOO_LARGE', FAILED: 'FAILED' }

/** What a decoder's refusal means for a file that is accepted already. */
export function problemOf(refusal: Refusal): PictureProblem {
  return problemOfCode[refusal.code] ?? 'UNREADABLE'
}
