import type { FastifyReply, FastifyRequest } from 'fastify'
import { codedError } from '../errors/codes.ts'
import { isObject } from '../execution/persistedDocuments.ts'
import { refusalTypeOf } from './mediaTypes.ts'

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
 * POST whose body is not an object, or is an empty object. The accepted media types do not matter. The response says what
 * to send, and does not quote the body.
 */
export function checkRequestForm({ getQueries, isOperation, onRefused }: RequestFormOptions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { method, body } = request
    if (!isOperation(request)) return undefined
    if (method === 'GET' && !getQueries) {
      onRefused()
      return refuseRequest(reply.header('allow', 'POST, OPTIONS'), 405, 'Operations must be sent by POST.')
    }
    const message = method === 'POST' ? problemOfBody(body) : problemOfSearch(request.query)
    if (message === undefined) return undefined
    onRefused()
    return refuseRequest(reply, 400, message)
  }
}

/** What a request must contain. */
export const formMessage =
  'The body must be a JSON object with the document as "query", ' +
  'or with its id as "extensions.persistedQuery.sha256Hash".'

/** What to do when the media type of the body is missing or is not JSON. */
export const mediaTypeMessage = 'Send the body as JSON, with the header Content-Type: application/json.'

/** Answers with BAD_USER_INPUT. */
export function refuseRequest(reply: FastifyReply, status: number, message: string): FastifyReply {
  const { request } = reply
  const errors = [codedError('BAD_USER_INPUT', message, request.id)]
  return reply.code(status).type(refusalTypeOf(request)).send({ errors })
}

function problemOfBody(body: unknown): string | undefined {
  if (Array.isArray(body))
    return `Send each operation in a request of its own: a list of operations (a batch) is not supported. ${formMessage}`
  if (!isObject(body)) return formMessage
  for (const _name in body) return undefined
  return `The body is empty. ${formMessage}`
}

/**
 * Says what is wrong with the parameters of a URL. Yoga would answer with an unexpected error if one of them is not
 * JSON.
 */
function problemOfSearch(search: unknown): string | undefined {
  if (!isObject(search)) return undefined
  const wrong = ['variables', 'extensions'].find((name) => search[name] !== undefined && !isJsonObject(search[name]))
  return wrong && `The parameter "${wrong}" must be a JSON object, encoded for a URL.`
}

function isJsonObject(text: unknown): boolean {
  if (text === '') return true
  try {
    const value: unknown = JSON.parse(String(text))
    return value === null || isObject(value)
  } catch {
    return false
  }
}
