import { z } from 'zod'
import { Problem } from '../platform/problems.ts'
import { refusalCodes } from './formats/refusal.ts'
import { pictureProblems } from './pictureProblem.ts'

const kept = {
  uploadId: z.uuid(),
  imageId: z.uuid(),
  duplicate: z.boolean().describe('Whether the account had the same file already.'),
}

/** A stored file of an older library. */
export const acceptedSchema = z
  .object({
    ...kept,
    generation: z
      .number()
      .int()
      .describe(
        'The photo is in the library as soon as the photos service has handled this generation of the original.',
      ),
  })
  .meta({ id: 'AcceptedUpload' })

/** The outcome of an upload. */
export const outcomeSchema = z
  .discriminatedUnion('state', [
    z
      .object({ uploadId: z.uuid(), state: z.literal('RECEIVING') })
      .describe('Bytes are missing, or the file is about to be checked.'),
    z
      .object({ ...kept, state: z.literal('PROCESSING') })
      .describe('The file was accepted. The photo is not in the library yet, because its renditions are being made.'),
    z
      .object({
        ...kept,
        state: z.literal('READY'),
        pictureProblem: z.enum(pictureProblems).optional().describe('Why the picture cannot be shown.'),
      })
      .describe('The photo is in the library.'),
    z
      .object({ uploadId: z.uuid(), state: z.literal('REJECTED'), code: z.enum(refusalCodes) })
      .describe('The file was refused, and is not kept.'),
  ])
  .meta({ id: 'UploadOutcome' })

/** An upload that was made before the sign-in, and that no account has claimed. */
export const unclaimedSchema = z
  .object({
    uploadId: z.uuid(),
    state: z.enum(['RECEIVING', 'RECEIVED']).describe('`RECEIVED`: all bytes are there, and an account can claim it.'),
    keptUntil: z.iso.datetime().describe('After this time, no account can claim the upload.'),
  })
  .meta({ id: 'UnclaimedUpload' })

/** An upload that cannot be claimed, because the account has no room for it. */
export const unfittingSchema = z
  .object({ uploadId: z.uuid(), state: z.literal('REJECTED'), code: z.literal('QUOTA_EXCEEDED') })
  .describe('The file does not fit into the quota of the account. The upload stays unclaimed until it expires.')

/** The problems of a file that is not accepted. */
export const fileProblems = {
  413: ['FILE_TOO_LARGE'],
  415: ['UNSUPPORTED_TYPE'],
  422: ['DAMAGED_FILE', 'EMPTY_FILE', 'TOO_MANY_PIXELS', 'FAILED'],
}

/**
 * An upload of another account gets the same answer as a missing one, so that other accounts do not learn that
 * the upload exists.
 */
export function noSuchUpload(): Problem {
  return new Problem(404, 'UPLOAD_NOT_FOUND', 'There is no such upload.')
}
