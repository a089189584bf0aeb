import { GraphQLError } from 'graphql'
import { type ErrorCode, codedError } from './codes.ts'
import { UpstreamError, type UpstreamFailure } from './upstreamError.ts'

const messages: Record<UpstreamFailure, string> = {
  UPSTREAM_TIMEOUT: 'Request failure: the service took too long.',
  UPSTREAM_UNAVAILABLE: 'Request failure: the service cannot be reached or failed.',
  UPSTREAM_INVALID_RESPONSE: 'Unable to parse response!',
  UNAUTHENTICATED: 'The service did not accept the access token.',
  FORBIDDEN: 'This is not allowed.',
  NOT_FOUND: 'It does not exist, or is not yours.',
  RATE_LIMITED: 'Too many requests. Try again later.',
  BAD_USER_INPUT: 'The service refused the request as wrong.',
}

/** What errors are reported to; pino's shape. */
export interface ErrorLog {
  error(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/**
 * Turns whatever an operation failed with into what the client may see: coded errors as they are, upstream failures
 * by their code, and bugs masked. Upstream failures and bugs are logged, with the correlation id that the client gets.
 */
export function presentError(error: unknown, correlationId: string, log: ErrorLog): GraphQLError {
  const located = error instanceof GraphQLError ? error : undefined
  const cause = causeOf(error)
  if (cause instanceof UpstreamError) {
    log.warn({ correlationId, err: cause, path: located?.path }, 'an upstream call failed')
    return locatedError(codedError(cause.code, messages[cause.code], correlationId), located)
  }
  if (cause instanceof GraphQLError) {
    const extensions = { ...cause.extensions, correlationId }
    return locatedError(new GraphQLError(cause.message, { extensions, nodes: cause.nodes }), located)
  }
  log.error({ correlationId, err: cause, path: located?.path }, 'an operation failed unexpectedly')
  const code: ErrorCode = 'INTERNAL_SERVER_ERROR'
  return locatedError(codedError(code, 'Unexpected error.', correlationId), located)
}

function causeOf(error: unknown): unknown {
  let cause = error
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError
  return cause
}

function locatedError(error: GraphQLError, located: GraphQLError | undefined): GraphQLError {
  if (!located) return error
  return new GraphQLError(error.message, {
    nodes: error.nodes ?? located.nodes,
    path: located.path,
    extensions: error.extensions,
  })
}
