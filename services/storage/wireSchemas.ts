import { z } from 'zod'
import { Problem } from '../platform/problems.ts'

/** The answer to the last bytes of a file. */
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

/** One answer for uploads that do not exist and those of other accounts. */
export function noSuchUpload(): Problem {
  return new Problem(404, 'UPLOAD_NOT_FOUND', 'There is no such upload.')
}
