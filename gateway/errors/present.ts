import { GraphQLError, Kind } from 'graphql'
import { type ErrorCode, codedError, ownCode } from './codes.ts'
import { UpstreamError, type UpstreamFailure } from './upstreamError.ts'

const messages: Record<UpstreamFailure, string> = {
  UPSTREAM_TIMEOUT: 'Request failure: the service took too long.',
  UPSTREAM_UNAVAILABLE: 'Request failure: the service cannot be reached or failed.',
  UPSTREAM_INVALID_RESPONSE: 'Unable to parse response!',
  UNAUTHENTICATED: 'The service did not accept the access token.',
  FORBIDDEN: 'This is not allowed.',
  NOT_FOUND: 'The object does not exist, or is not yours.',
  CONFLICT: 'The current state of the object does not allow this.',
  RATE_LIMITED: 'Too many requests. Try again later.',
  BAD_USER_INPUT: 'The service refused the request as wrong.',
}

/** The part of pino's logger that is used here. */
export interface ErrorLog {
  error(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** Errors that were already logged. One failure can make many fields null. */
const reported = new WeakSet<Error>()

/**
 * Converts any error of an operation to the error that the client sees. Coded errors keep their code and message.
 * Upstream failures get a message for their code. Errors of the document become BAD_USER_INPUT. Any other error is a
 * bug, and is masked. Upstream failures and bugs are logged once, with the correlation id that the client gets and the
 * field's name. The path is not logged, because it can contain aliases, which the caller chose.
 */
export function presentError(error: unknown, correlationId: string, log: ErrorLog): GraphQLError {
  const located = error instanceof GraphQLError ? error : undefined
  const cause = causeOf(error)
  if (cause instanceof UpstreamError) {
    const { code, retryAfter, missingScope } = cause
    if (missingScope !== undefined) return locatedError(missingScopeError(missingScope, correlationId), located)
    report(cause, () => {
      log.warn({ correlationId, err: cause, field: fieldOf(located) }, 'an upstream call failed')
    })
    const extensions = { code, correlationId, ...(retryAfter !== undefined && { retryAfter }) }
    return locatedError(new GraphQLError(messages[code], { extensions }), located)
  }
  if (cause instanceof GraphQLError && (cause.extensions['code'] !== undefined || isOfDocument(cause, located))) {
    // Libraries add extensions with details of their own, such as the error of a parser.
    const { code, http, retryAfter } = cause.extensions
    const extensions = {
      code: ownCode(code),
      correlationId,
      ...(retryAfter !== undefined && { retryAfter }),
      ...(http !== undefined && { http }),
    }
    const { nodes, source, positions } = cause
    return locatedError(new GraphQLError(cause.message, { extensions, nodes, source, positions }), located)
  }
  report(cause, () => {
    log.error({ correlationId, err: cause, field: fieldOf(located) }, 'an operation failed unexpectedly')
  })
  const code: ErrorCode = 'INTERNAL_SERVER_ERROR'
  return locatedError(codedError(code, 'Unexpected error.', correlationId), located)
}

/** The client asked for more than it may do. This is no failure of ours, so it is not logged. */
function missingScopeError(scope: string, correlationId: string): GraphQLError {
  const extensions = { code: 'FORBIDDEN', scope, correlationId }
  return new GraphQLError(`The access token lacks the scope ${scope}.`, { extensions })
}

/**
 * Whether an error without a code is caused by the caller's document. An error raised while a field's value is
 * completed has another cause: the upstream's data is wrong in a way that no check has caught. Its message may quote
 * this data.
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
