import { encodeGlobalId } from '../../relay/globalId.ts'
import { knownNames } from '../shared/knownNames.ts'
import { pictureProblemOf } from '../shared/pictureProblem.ts'
import type { EndedUploadResolvers, UploadRefusal } from '../../__generated__/resolvers.ts'

const refusals = knownNames<UploadRefusal>([
  'UNSUPPORTED_TYPE',
  'DAMAGED_FILE',
  'EMPTY_FILE',
  'TOO_MANY_PIXELS',
  'FILE_TOO_LARGE',
])

/** Resolves the fields of `EndedUpload`. */
export const EndedUpload: EndedUploadResolvers = {
  photoId: ({ imageId }) => (imageId ? encodeGlobalId('Photo', imageId) : null),
  isDuplicate: ({ duplicate }) => duplicate ?? false,
  pictureProblem: ({ pictureProblem }) => pictureProblemOf(pictureProblem),
  refusal: ({ code }) => (code ? (refusals.get(code) ?? 'FAILED') : null),
}
