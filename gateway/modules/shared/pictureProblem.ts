import { knownNames } from './knownNames.ts'
import type { PictureProblem } from '../../__generated__/resolvers.ts'

const problems = knownNames<PictureProblem>(['UNREADABLE', 'TOO_LARGE', 'FAILED'])

/** The API's name of a service's reason why a picture cannot be shown. */
export function pictureProblemOf(problem: string | null | undefined): PictureProblem | null {
  return problem ? (problems.get(problem) ?? 'FAILED') : null
}
