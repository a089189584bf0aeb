import { randomInt } from 'node:crypto'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'

/** What is refused for a while: too much of one caller, or of all of them. */
export type RefusalCode = 'RATE_LIMITED' | 'OVERLOADED'

const statuses: Record<RefusalCode, number> = { RATE_LIMITED: 429, OVERLOADED: 503 }

/** A refusal as an answer of HTTP. */
export interface HttpRefusal {
  readonly status: number
  /** Seconds. */
  readonly retryAfter: number
  readonly shown: GraphQLFormattedError
}

/** @param retryAfter seconds; over HTTP they stand in `Retry-After`, too */
export function refusal(code: RefusalCode, message: string, retryAfter: number): GraphQLError {
  // Refusing is to be cheap: where it was refused says nothing, and looking for it would take half of the time.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  const error = new GraphQLError(message, { extensions: { code, retryAfter } })
  Error.stackTraceLimit = stackTraceLimit
  return error
}

/** One second or two: those who are sent away together are not to come back together. */
export function busy(message: string): GraphQLError {
  return refusal('OVERLOADED', message, randomInt(1, 3))
}

/** How a refusal is answered over HTTP; undefined when the error is none of ours. */
export function httpRefusal(error: unknown, correlationId: string): HttpRefusal | undefined {
  if (!(error instanceof GraphQLError)) return undefined
  const { code, retryAfter } = error.extensions
  if (typeof retryAfter !== 'number' || (code !== 'RATE_LIMITED' && code !== 'OVERLOADED')) return undefined
  const shown = { message: error.message, extensions: { code, retryAfter, correlationId } }
  return { status: statuses[code], retryAfter, shown }
}
