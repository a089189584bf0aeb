import { GraphQLError, Kind } from 'graphql'
import { type ErrorCode, codedError } from './codes.ts'
import { UpstreamError, type UpstreamFailure } from './upstreamError.ts'

const messages: Record<UpstreamFailure, string> = {
  UPSTREAM_TIMEOUT: 'Request failure: the service took too long.',
  UPSTREAM_UNAVAILABLE: 'Request failure: the service cannot be reached or failed.',
  UPSTREAM_INVALID_RESPONSE: 'Unable to parse response!',
  UNAUTHENTICATED: 'The service did not accept the access token.',
  FORBIDDEN: 'This is not allowed.',
  NOT_FOUND: 'It does not exist, or is not yours.',
  CONFLICT: 'This cannot be done to it as it is now.',
  RATE_LIMITED: 'Too many requests. Try again later.',
  BAD_USER_INPUT: 'The service refused the request as wrong.',
}

/** What errors are reported to; pino's shape. */
export interface ErrorLog {
  error(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** What was logged already: one failure may make many fields null. */
const reported = new WeakSet<Error>()

/**
 * Turns whatever an operation failed with into what the client may see: coded errors as they are, upstream failures
 * by their code, errors of the document as bad input, and bugs masked. Upstream failures and bugs are logged once, with the correlation id that the client gets
 * and the name of the field; its path may hold aliases, which are the caller's words.
 */
export function presentError(error: unknown, correlationId: string, log: ErrorLog): GraphQLError {
  const located = error instanceof GraphQLError ? error : undefined
  const cause = causeOf(error)
  if (cause instanceof UpstreamError) {
    report(cause, () => {
      log.warn({ correlationId, err: cause, field: fieldOf(located) }, 'an upstream call failed')
    })
    const { code, retryAfter } = cause
    const extensions = { code, correlationId, ...(retryAfter !== undefined && { retryAfter }) }
    return locatedError(new GraphQLError(messages[code], { extensions }), located)
  }
  if (cause instanceof GraphQLError && (cause.extensions['code'] !== undefined || isOfDocument(cause, located))) {
    const extensions = { code: 'BAD_USER_INPUT' satisfies ErrorCode, ...cause.extensions, correlationId }
    const { nodes, source, positions } = cause
    return locatedError(new GraphQLError(cause.message, { extensions, nodes, source, positions }), located)
  }
  report(cause, () => {
    log.error({ correlationId, err: cause, field: fieldOf(located) }, 'an operation failed unexpectedly')
  })
  const code: ErrorCode = 'INTERNAL_SERVER_ERROR'
  return locatedError(codedError(code, 'Unexpected error.', correlationId), located)
}

/**
 * Whether an error without a code is about what the caller wrote. What is found while a field's value is completed is
 * about the value: a wrong answer that no check has caught, and its message may quote it.
 */
function isOfDocument(cause: GraphQLError, located: GraphQLError | undefined): boolean {
  return located?.path === undefined || (cause.nodes?.some(({ kind }) => kind !== Kind.FIELD) ?? false)
}

function report(cause: unknown, write: () => void): void {
  if (cause instanceof Error) {
    if (reported.has(cause)) return
    reported.add(cause)
  }
  write()
}

function fieldOf(located: GraphQLError | undefined): string | undefined {
  const node = located?.nodes?.[0]
  return node?.kind === Kind.FIELD ? node.name.value : undefined
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
    source: error.source ?? located.source,
    positions: error.positions ?? located.positions,
    path: located.path,
    extensions: error.extensions,
  })
}
