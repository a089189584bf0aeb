import { linkErrorPath } from '../../shared/mailed-link/linkAddress.ts'
import { accountDeletionPaths } from '../../shared/paths.ts'

const untilName = 'until'
const problems = ['USED', 'EXPIRED', 'UNKNOWN', 'OTHER_ACCOUNT', 'TOO_MANY', 'FAILED'] as const

/** Why the account was not deleted. */
export type DeletionProblem = (typeof problems)[number]

/** The URL of the error page. @param token set if another attempt can succeed */
export function errorPath(problem: DeletionProblem, token?: string): string {
  return linkErrorPath(accountDeletionPaths.error, problem, token)
}

/** The problem in the URL of the error page; `FAILED` if the URL names no known problem. */
export function problemIn(parameters: URLSearchParams): DeletionProblem {
  return problems.find((problem) => problem === parameters.get('problem')) ?? 'FAILED'
}

/**
 * The URL of the page about the deleted account.
 * @param deletesAt until when the deletion can be undone; null if unknown
 */
export function deletedPath(deletesAt: string | null): string {
  if (deletesAt === null) return accountDeletionPaths.deleted
  return `${accountDeletionPaths.deleted}?${new URLSearchParams({ [untilName]: deletesAt }).toString()}`
}

/** The day in the URL of the page about the deleted account; null if the day is missing or invalid. */
export function deletionDay(parameters: URLSearchParams): Date | null {
  const day = new Date(parameters.get(untilName) ?? '')
  return Number.isNaN(day.getTime()) ? null : day
}
