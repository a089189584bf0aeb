import { carryAlong } from '../../shared/carryAlong.ts'
import { routePaths } from '../../shared/routePaths.ts'

const tokenParameter = 'confirmation-token'
const emailParameter = 'email'
const reasonParameter = 'reason'

/** Why a subscription was not confirmed. */
export const reasons = ['used', 'expired', 'wrong', 'failed'] as const
export type Reason = (typeof reasons)[number]

/** The values of a mailed link. */
export interface ConfirmationLink {
  readonly email: string
  readonly token: string
}

/** @returns null if the query string lacks a value */
export function linkIn(search: string): ConfirmationLink | null {
  const parameters = new URLSearchParams(search)
  const [email, token] = [parameters.get(emailParameter), parameters.get(tokenParameter)]
  return email && token ? { email, token } : null
}

/**
 * The URL of the page that a mailed link opens.
 * @param search the query string of the current page, whose flags are kept
 */
export function confirmationAddress({ email, token }: ConfirmationLink, search: string): string {
  const query = new URLSearchParams({ [tokenParameter]: token, [emailParameter]: email })
  return carryAlong(`${routePaths.subscriptionConfirmation}?${query.toString()}`, search)
}

/**
 * The URL of the page that says why a subscription was not confirmed. For the reason `failed`, it has the values of
 * the link, for another attempt.
 */
export function errorAddress(reason: Reason, link: ConfirmationLink | null, search: string): string {
  const query = new URLSearchParams({ [reasonParameter]: reason })
  if (reason === 'failed' && link) {
    query.set(tokenParameter, link.token)
    query.set(emailParameter, link.email)
  }
  return carryAlong(`${routePaths.subscriptionError}?${query.toString()}`, search)
}

/** The reason in the URL of the error page; `wrong` if the URL names no known reason. */
export function reasonIn(search: string): Reason {
  const named = new URLSearchParams(search).get(reasonParameter)
  return reasons.find((reason) => reason === named) ?? 'wrong'
}
