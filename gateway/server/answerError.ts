import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLError, GraphQLFormattedError } from 'graphql'
import { codedError } from '../errors/codes.ts'
import { presentError } from '../errors/present.ts'
import { httpRefusal } from '../limits/refusals.ts'
import { TokenRefused } from '../tokens.ts'
import { refusalTypeOf } from './mediaTypes.ts'
import { mediaTypeMessage } from './requestForm.ts'

/** Answers a request that failed before GraphQL, with a coded error. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, shown, retryAfter } = failureOf(error, request)
  // The rest of an oversized request is read and dropped: closing the connection now would cut off the response.
  if (status === 413) reply.removeHeader('connection')
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (status === 401) reply.header('www-authenticate', 'Bearer error="invalid_token"')
  return reply
    .code(status)
    .type(refusalTypeOf(request))
    .send({ errors: [shown] })
}

interface Failure {
  readonly status: number
  readonly shown: GraphQLError | GraphQLFormattedError
  /** The time to wait, in seconds. */
  readonly retryAfter?: number
}

function failureOf(error: FastifyError, request: FastifyRequest): Failure {
  const refused = httpRefusal(error, request.id)
  if (refused) return refused
  if (error instanceof TokenRefused) {
    request.log.info({ correlationId: request.id, reason: error.message }, 'a token was refused')
    const message = 'The access token is not valid, or has expired. Get a new one, or send none.'
    return { status: 401, shown: codedError('UNAUTHENTICATED', message, request.id) }
  }
  const { statusCode = 500 } = error
  if (statusCode < 500) {
    const message = statusCode === 415 ? mediaTypeMessage : error.message
    return { status: statusCode, shown: codedError('BAD_USER_INPUT', message, request.id) }
  }
  const shown = presentError(error, request.id, request.log)
  return { status: shown.extensions['code'] === 'INTERNAL_SERVER_ERROR' ? 500 : 503, shown }
}
