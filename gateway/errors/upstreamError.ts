/** How a call to an upstream failed, in the words of the API's error codes. */
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

/** A call to an upstream that failed. The message is for logs; clients see a text by its code. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly code: UpstreamFailure
  readonly upstream: string
  /** The HTTP status, when there was an answer. */
  readonly status: number | undefined
  /** Seconds after which it may be asked again, when it was asked too often and says so. */
  readonly retryAfter: number | undefined

  constructor(failure: {
    code: UpstreamFailure
    upstream: string
    detail: string
    status?: number
    retryAfter?: number | undefined
    cause?: unknown
  }) {
    super(`${failure.upstream}: ${failure.detail}`, { cause: failure.cause })
    this.code = failure.code
    this.upstream = failure.upstream
    this.status = failure.status
    this.retryAfter = failure.retryAfter
  }
}

/** Whether a write failed in a way that does not tell if the service has done it. */
export function isOutcomeUnknown(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && unknownOutcomes.has(error.code)
}

const unknownOutcomes = new Set<UpstreamFailure>([
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_INVALID_RESPONSE',
])

/** The code of an answer that is not a success: 4xx are the caller's, all else is the upstream's fault. */
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
      return 'NOT_FOUND'
    case 409:
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
