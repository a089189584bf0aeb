import { randomInt } from 'node:crypto'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'

/** Codes of temporary rejections: too many requests from one caller, or from all callers. */
export type RefusalCode = 'RATE_LIMITED' | 'OVERLOADED'

const statuses: Record<RefusalCode, number> = { RATE_LIMITED: 429, OVERLOADED: 503 }

/** A rejection as an HTTP response. */
export interface HttpRefusal {
  readonly status: number
  /** The pause before a retry, in seconds. */
  readonly retryAfter: number
  readonly shown: GraphQLFormattedError
}

/**
 * Creates the error for a rejection.
 * @param retryAfter in seconds. Over HTTP it is also sent as `Retry-After`
 */
export function refusal(code: RefusalCode, message: string, retryAfter: number): GraphQLError {
  // Rejecting must be cheap, so no stack trace is captured: that would take half of the time, and nothing reads it.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  const error = new GraphQLError(message, { extensions: { code, retryAfter } })
  Error.stackTraceLimit = stackTraceLimit
  return error
}

/**
 * Creates OVERLOADED with a random `retryAfter` of 1 or 2 s, so that clients rejected together do not return together.
 */
export function busy(message: string): GraphQLError {
  return refusal('OVERLOADED', message, randomInt(1, 3))
}

/** The HTTP response for a rejection. Undefined for any other error. */
export function httpRefusal(error: unknown, correlationId: string): HttpRefusal | undefined {
  if (!(error instanceof GraphQLError)) return undefined
  const { code, retryAfter } = error.extensions
  if (typeof retryAfter !== 'number' || (code !== 'RATE_LIMITED' && code !== 'OVERLOADED')) return undefined
  const shown = { message: error.message, extensions: { code, retryAfter, correlationId } }
  return { status: statuses[code], retryAfter, shown }
}
