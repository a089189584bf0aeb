import { z } from 'zod'
import { Problem } from '../platform/problems.ts'

/** The answer to the request that completes a file. */
export const acceptedSchema = z
  .object({
    uploadId: z.uuid(),
    imageId: z.uuid(),
    duplicate: z.boolean().describe('The account has this content already.'),
  })
  .meta({ id: 'AcceptedUpload' })

/** The problems of a file that is not accepted. */
export const fileProblems = {
  413: ['FILE_TOO_LARGE'],
  415: ['UNSUPPORTED_TYPE'],
  422: ['DAMAGED_FILE', 'EMPTY_FILE', 'TOO_MANY_PIXELS', 'FAILED'],
}

/** An upload of another account gets the same answer as a missing one, so that its existence stays secret. */
export function noSuchUpload(): Problem {
  return new Problem(404, 'UPLOAD_NOT_FOUND', 'There is no such upload.')
}
