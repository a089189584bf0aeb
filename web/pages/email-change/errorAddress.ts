import { emailChangePaths } from '../../shared/paths.ts'

const tokenName = 'confirmation-token'
const problems = ['USED', 'EXPIRED', 'UNKNOWN', 'OTHER_ACCOUNT', 'IN_USE', 'TOO_MANY', 'FAILED'] as const

/** Why the address was not changed. */
export type EmailChangeProblem = (typeof problems)[number]

/** The token of the mailed link; null if the address has none. */
export function confirmationToken(parameters: URLSearchParams): string | null {
  return parameters.get(tokenName) || null
}

/** The address of the page that confirms the change. */
export function confirmationPath(token: string): string {
  return `${emailChangePaths.confirmation}?${new URLSearchParams({ [tokenName]: token }).toString()}`
}

/** The address of the error page. @param token set if another attempt can succeed */
export function errorPath({
  problem,
  token,
}: {
  readonly problem: EmailChangeProblem
  readonly token?: string
}): string {
  const parameters = new URLSearchParams({ problem, ...(token !== undefined && { [tokenName]: token }) })
  return `${emailChangePaths.error}?${parameters.toString()}`
}

/** The problem in the address of the error page. An address that was changed by hand has the general one. */
export function problemIn(parameters: URLSearchParams): EmailChangeProblem {
  return problems.find((problem) => problem === parameters.get('problem')) ?? 'FAILED'
}
