/** How a call to an upstream failed. A subset of the API's error codes. */
export type UpstreamFailure =
  | 'UPSTREAM_TIMEOUT'
  | 'UPSTREAM_UNAVAILABLE'
  | 'UPSTREAM_INVALID_RESPONSE'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'RATE_LIMITED'
  | 'BAD_USER_INPUT'

/** A failed call to an upstream. The message is for logs only: clients get a fixed text per code. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly code: UpstreamFailure
  readonly upstream: string
  /** The HTTP status, if the upstream responded. */
  readonly status: number | undefined
  /** Seconds to wait before a retry, if the upstream limits the rate and sent `Retry-After`. */
  readonly retryAfter: number | undefined
  /** The code of the problem that the upstream responded with, such as `RECENT_SIGN_IN_REQUIRED`; null without one. */
  readonly problem: string | null
  /** The scope that the access token lacks, if that is the reason. */
  readonly missingScope: string | undefined

  constructor(failure: {
    code: UpstreamFailure
    upstream: string
    detail: string
    status?: number
    retryAfter?: number | undefined
    problem?: string | null
    missingScope?: string
    cause?: unknown
  }) {
    super(`${failure.upstream}: ${failure.detail}`, { cause: failure.cause })
    this.code = failure.code
    this.upstream = failure.upstream
    this.status = failure.status
    this.retryAfter = failure.retryAfter
    this.problem = failure.problem ?? null
    this.missingScope = failure.missingScope
  }
}

/** Whether a write failed without revealing if the service has applied it. */
export function isOutcomeUnknown(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && unknownOutcomes.has(error.code)
}

const unknownOutcomes = new Set<UpstreamFailure>([
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_INVALID_RESPONSE',
])

/** Maps a failure status to a code. 4xx are the caller's fault, all other statuses are the upstream's fault. */
export function failureOfStatus(status: number): UpstreamFailure {
  switch (status) {
    case 400:
    case 413:
    case 422:
      return 'BAD_USER_INPUT'
    case 401:
      return 'UNAUTHENTICATED'
    case 403:
      return 'FORBIDDEN'
    case 404:
    case 410:
    // URI Too Long: no object of the service has an id of this length.
    case 414:
      return 'NOT_FOUND'
    case 409:
    // The version that the write was meant for is no longer current.
    case 412:
      return 'CONFLICT'
    case 408:
    case 504:
      return 'UPSTREAM_TIMEOUT'
    case 429:
      return 'RATE_LIMITED'
    default:
      return 'UPSTREAM_UNAVAILABLE'
  }
}

/** Creates the error for a call that the client may not make for the customer. */
export function scopeIsMissing(upstream: string, missingScope: string): UpstreamError {
  return new UpstreamError({ code: 'FORBIDDEN', upstream, detail: `the token lacks ${missingScope}`, missingScope })
}
