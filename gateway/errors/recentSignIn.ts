import { UpstreamError } from './upstreamError.ts'

/** The result of a sensitive change when the sign-in is older than 5 minutes. */
export const recentSignInRequired = {
  __typename: 'RecentSignInRequired',
  code: 'RECENT_SIGN_IN_REQUIRED',
  message: 'The customer has to sign in again. The sign-in must not be older than 5 minutes.',
} as const

/** Whether a service refused a sensitive change because the sign-in is too old. */
export function asksForRecentSignIn(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && error.status === 403 && error.problem === 'RECENT_SIGN_IN_REQUIRED'
}
