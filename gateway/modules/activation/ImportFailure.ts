import type { ImportFailureReason, ImportFailureResolvers } from '../../__generated__/resolvers.ts'
import { knownNames } from '../shared/knownNames.ts'

const reasons = knownNames<ImportFailureReason>([
  'UNSUPPORTED_TYPE',
  'DAMAGED_FILE',
  'EMPTY_FILE',
  'TOO_MANY_PIXELS',
  'FILE_TOO_LARGE',
  'MISSING_FILE',
])

/** Resolves the fields of `ImportFailure`. */
export const ImportFailure: ImportFailureResolvers = {
  albumName: ({ albumName }) => albumName ?? null,
  reason: ({ reason }) => reasons.get(reason) ?? 'FAILED',
}
