import type { InvalidEmailProblem } from '../../__generated__/resolvers.ts'
import { recentSignInRequired } from '../../errors/recentSignIn.ts'
import type { ChangeRefusal } from '../../upstream/identity/identityClient.ts'

/**
 * The result for a refusal that both the request for a new e-mail address and its confirmation can get.
 * @param now in ms since 1970
 */
export function changeRefused(refusal: ChangeRefusal, now: number) {
  switch (refusal.kind) {
    case 'inUse':
      return { __typename: 'EmailInUse', code: 'EMAIL_IN_USE', message: 'Another account has this address.' } as const
    case 'signInAgain':
      return recentSignInRequired
    case 'tooMany': {
      const { retryAfter } = refusal
      return {
        __typename: 'TooManyEmailChanges',
        code: 'TOO_MANY_EMAIL_CHANGES',
        message: 'There were too many requests for another email address.',
        retryAt: retryAfter === undefined ? null : new Date(now + retryAfter * 1000).toISOString(),
      } as const
    }
  }
}

/** The result for an e-mail address that is not allowed. */
export function invalidEmail(problem: InvalidEmailProblem) {
  const message = problem === 'UNCHANGED' ? 'The account has this address already.' : 'This is not an email address.'
  return { __typename: 'InvalidEmail', code: 'INVALID_EMAIL', message, problem } as const
}
