import { knownNames } from './knownNames.ts'
import type { PictureProblem } from '../../__generated__/resolvers.ts'

const problems = knownNames<PictureProblem>(['UNREADABLE', 'TOO_LARGE', 'FAILED'])

/** Maps a service's reason for a missing picture to the API's enum. An unknown reason becomes FAILED. */
export function pictureProblemOf(problem: string | null | undefined): PictureProblem | null {
  return problem ? (problems.get(problem) ?? 'FAILED') : null
}
