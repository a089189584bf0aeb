import { recentSignInRequired } from '../../errors/recentSignIn.ts'
import { UpstreamError } from '../../errors/upstreamError.ts'
import type { ChangeRefusal } from '../../upstream/identity/identityClient.ts'

/**
 * The result for a refusal that both the request for a deletion and its confirmation can get.
 * @param now in ms since 1970
 * @throws UpstreamError for a conflict, which the specification does not define for a deletion
 */
export function deletionRefused(refusal: ChangeRefusal, now: number) {
  switch (refusal.kind) {
    case 'signInAgain':
      return recentSignInRequired
    case 'tooMany': {
      const { retryAfter } = refusal
      return {
        __typename: 'TooManyDeletionRequests',
        code: 'TOO_MANY_DELETION_REQUESTS',
        message: 'There were too many requests for the deletion of the account.',
        retryAt: retryAfter === undefined ? null : new Date(now + retryAfter * 1000).toISOString(),
      } as const
    }
    case 'inUse':
      throw new UpstreamError({ code: 'CONFLICT', upstream: 'identity', detail: 'status 409' })
  }
}
