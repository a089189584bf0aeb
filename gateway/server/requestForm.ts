import type { FastifyReply, FastifyRequest } from 'fastify'
import { codedError } from '../errors/codes.ts'

/** The options of `checkRequestForm`. */
export interface RequestFormOptions {
  /** Whether queries and subscriptions may be sent by GET. Mutations must always be sent by POST. */
  readonly getQueries: boolean
  /** Whether a request must carry an operation. False if it opens the page of the explorer, or a socket. */
  readonly isOperation: (request: FastifyRequest) => boolean
  readonly onRefused: () => void
}

/**
 * Creates a hook that refuses requests that cannot be GraphQL requests: a GET if queries must be sent by POST, and a
 * POST whose body is not an object, or is an empty object. The media type does not matter. The response does not quote
 * the body.
 */
export function checkRequestForm({ getQueries, isOperation, onRefused }: RequestFormOptions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { method, body } = request
    if (!isOperation(request)) return undefined
    if (method === 'GET' && !getQueries) {
      onRefused()
      return refuseRequest(reply.header('allow', 'POST, OPTIONS'), 405, 'Operations must be sent by POST.')
    }
    if (method === 'POST' && !isFilledObject(body)) {
      onRefused()
      const message =
        'The body must be a JSON object with the document as "query", ' +
        'or with its id as "extensions.persistedQuery.sha256Hash".'
      return refuseRequest(reply, 400, message)
    }
    return undefined
  }
}

/** Answers with BAD_USER_INPUT. */
export function refuseRequest(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ errors: [codedError('BAD_USER_INPUT', message, reply.request.id)] })
}

function isFilledObject(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length > 0
}
