import { GraphQLError } from 'graphql'

/** The values of `extensions.code`. Clients get no other code. schema/base.graphql describes each. */
export const errorCodes = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'BAD_USER_INPUT',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'RATE_LIMITED',
  'OVERLOADED',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_INVALID_RESPONSE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_HASH_MISMATCH',
  'INTERNAL_SERVER_ERROR',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/**
 * Returns a code of ours unchanged. Any other code was set by a library for a mistake of the caller, and becomes
 * BAD_USER_INPUT.
 */
export function ownCode(code: unknown): ErrorCode {
  return errorCodes.find((known) => known === code) ?? 'BAD_USER_INPUT'
}

/**
 * Creates an error that is sent to clients unchanged.
 * @param message for developers. It must not contain data that the caller did not send and may not see
 * @param correlationId added when the response is written, unless given here
 */
export function codedError(code: ErrorCode, message: string, correlationId?: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...(correlationId && { correlationId }) } })
}

/** Creates the error for an operation that requires a signed-in viewer. */
export function unauthenticated(): GraphQLError {
  return codedError('UNAUTHENTICATED', 'Sign in to do this: an access token is required (Authorization: Bearer …).')
}

/** Creates the error for an argument that has a valid type but an invalid value. */
export function badInput(message: string): GraphQLError {
  return codedError('BAD_USER_INPUT', message)
}
