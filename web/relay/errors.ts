/** Why a request has no answer. */
export type RequestFailure = 'offline' | 'timeout' | 'http' | 'graphql' | 'unreadable'

/** A request to the gateway that failed as a whole. Customer care can search for its correlation id. */
export class RequestError extends Error {
  readonly failure: RequestFailure
  readonly correlationId: string
  readonly code: string | null
  /** Seconds to wait before a retry, if the gateway gave them. */
  readonly retryAfter: number | null
  override readonly name = 'RequestError'

  constructor(
    message: string,
    details: {
      failure: RequestFailure
      correlationId: string
      code?: string | null
      retryAfter?: number | null
      cause?: unknown
    },
  ) {
    super(message, { cause: details.cause })
    this.failure = details.failure
    this.correlationId = details.correlationId
    this.code = details.code ?? null
    this.retryAfter = details.retryAfter ?? null
  }
}
