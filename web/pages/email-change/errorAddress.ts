import { linkErrorPath } from '../../shared/mailed-link/linkAddress.ts'
import { emailChangePaths } from '../../shared/paths.ts'

const problems = ['USED', 'EXPIRED', 'UNKNOWN', 'OTHER_ACCOUNT', 'IN_USE', 'TOO_MANY', 'FAILED'] as const

/** Why the e-mail address was not changed. */
export type EmailChangeProblem = (typeof problems)[number]

/** The URL of the error page. @param token set if another attempt can succeed */
export function errorPath(problem: EmailChangeProblem, token?: string): string {
  return linkErrorPath(emailChangePaths.error, problem, token)
}

/** The problem in the URL of the error page; `FAILED` if the URL names no known problem. */
export function problemIn(parameters: URLSearchParams): EmailChangeProblem {
  return problems.find((problem) => problem === parameters.get('problem')) ?? 'FAILED'
}
