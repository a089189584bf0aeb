import { GraphQLError } from 'graphql'

/** The codes that clients find in `extensions.code`. */
export type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'BAD_USER_INPUT'
  | 'RATE_LIMITED'
  | 'OVERLOADED'
  | 'UPSTREAM_TIMEOUT'
  | 'UPSTREAM_UNAVAILABLE'
  | 'UPSTREAM_INVALID_RESPONSE'
  | 'PERSISTED_DOCUMENT_NOT_FOUND'
  | 'INTERNAL_SERVER_ERROR'

/**
 * An error that clients see as it is.
 * @param message for developers; nothing that the caller did not send or may not know
 * @param correlationId stamped on when the answer is written, unless given here
 */
export function codedError(code: ErrorCode, message: string, correlationId?: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...(correlationId && { correlationId }) } })
}

/** The viewer is needed, and there is none. */
export function unauthenticated(): GraphQLError {
  return codedError('UNAUTHENTICATED', 'Sign in to do this: an access token is needed (Authorization: Bearer …).')
}

/** An argument that the schema's types let pass, but that makes no sense. */
export function badInput(message: string): GraphQLError {
  return codedError('BAD_USER_INPUT', message)
}
