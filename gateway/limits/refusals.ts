import { randomInt } from 'node:crypto'
import { GraphQLError } from 'graphql'

/** What is refused for a while: too much of one caller, or of all of them. */
export type RefusalCode = 'RATE_LIMITED' | 'OVERLOADED'

const statuses: Record<RefusalCode, number> = { RATE_LIMITED: 429, OVERLOADED: 503 }

/** @param retryAfter seconds; over HTTP they stand in `Retry-After`, too */
export function refusal(code: RefusalCode, message: string, retryAfter: number): GraphQLError {
  return new GraphQLError(message, { extensions: { code, retryAfter } })
}

/** One second or two: those who are sent away together are not to come back together. */
export function busy(message: string): GraphQLError {
  return refusal('OVERLOADED', message, randomInt(1, 3))
}

/** How a refusal is answered over HTTP; undefined when the error is none of ours. */
export function refusalStatus(error: unknown): { status: number; retryAfter: number } | undefined {
  if (!(error instanceof GraphQLError)) return undefined
  const { code, retryAfter } = error.extensions
  if (typeof retryAfter !== 'number' || (code !== 'RATE_LIMITED' && code !== 'OVERLOADED')) return undefined
  return { status: statuses[code], retryAfter }
}
