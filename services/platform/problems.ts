import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { correlationHeader } from '../../http/correlation.ts'
import { BlobsUnavailable } from './blobs/unavailable.ts'
import { DatabaseUnavailable } from './databaseUnavailable.ts'
import { isDiskFull, isExhausted } from './exhaustion.ts'

/** The media type of every failure (RFC 9457). */
export const problemContentType = 'application/problem+json'

/** A failure that handlers throw to send it to the caller as problem+json. */
export class Problem extends Error {
  readonly status: number
  /** Stable, in upper snake case. Callers may depend on it. */
  readonly code: string
  /** Further headers, such as `WWW-Authenticate` or `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>
  /** Numbers that callers show, such as a limit. Undefined: none. */
  readonly facts: Readonly<Record<string, number>> | undefined

  /**
   * @param status 400 to 599
   * @param code stable, upper snake case
   * @param detail one sentence for the developer who reads the answer; shown to the caller
   */
  constructor(
    status: number,
    code: string,
    detail: string,
    headers: Record<string, string> = {},
    facts?: Readonly<Record<string, number>>,
  ) {
    super(detail)
    this.name = 'Problem'
    this.status = status
    this.code = code
    this.headers = headers
    this.facts = facts
  }
}

/** 404: for objects that do not exist, and for objects of other accounts. */
export function notFound(detail = 'There is nothing at this address.'): Problem {
  return new Problem(404, 'NOT_FOUND', detail)
}

/** 401, with the challenge that RFC 6750 requires. */
export function unauthenticated(detail: string): Problem {
  return new Problem(401, 'UNAUTHENTICATED', detail, { 'www-authenticate': 'Bearer error="invalid_token"' })
}

/** 400: the cursor was altered, or belongs to another list. */
export function invalidCursor(): Problem {
  return new Problem(400, 'INVALID_CURSOR', 'The cursor is not valid for this list. Start without a cursor.')
}

/**
 * 503: the database is restarting, or another host is about to take over. Usually a retry after one second succeeds.
 */
export function databaseProblem(): Problem {
  const detail = 'The database cannot be reached at the moment.'
  return new Problem(503, 'DATABASE_UNAVAILABLE', detail, { 'retry-after': '1' })
}

/** How many seconds a caller waits before it repeats a request that found the disk full. An operator must make room. */
const fullDiskSeconds = 60

/** 507: the disk, or the S3 server, is full. Data that was acknowledged before stays stored. */
function storageFull(): Problem {
  const detail = 'There is no room for more files. Repeat the request later.'
  return new Problem(507, 'STORAGE_FULL', detail, { 'retry-after': String(fullDiskSeconds) })
}

/** 503: the S3 server of the blobs does not answer. */
function blobsProblem(): Problem {
  const detail = 'The store of the files cannot be reached at the moment.'
  return new Problem(503, 'BLOBS_UNAVAILABLE', detail, { 'retry-after': '5' })
}

/** The body of a failure. */
export const problemSchema = z
  .object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.number().int(),
    code: z.string().describe('Stable; callers may depend on it.'),
    detail: z.string().describe('For developers.'),
    correlationId: z.string(),
    facts: z.record(z.string(), z.number()).optional().describe('Numbers that callers can show, such as a limit.'),
  })
  .describe('A failure (RFC 9457).')

export type ProblemBody = Readonly<z.infer<typeof problemSchema>>

/** The body of a problem. */
function problemBody(problem: Problem, correlationId: string): ProblemBody {
  return {
    type: 'about:blank',
    title: STATUS_CODES[problem.status] ?? 'Error',
    status: problem.status,
    code: problem.code,
    detail: problem.message,
    correlationId,
    ...(problem.facts === undefined ? {} : { facts: problem.facts }),
  }
}

/** Headers that a route may have set for its content. They would be wrong for a problem, or let caches keep it. */
const headersOfContent = ['etag', 'last-modified', 'accept-ranges', 'content-disposition', 'location']

/** Answers a request with a problem, which no cache may keep. */
async function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): Promise<void> {
  for (const name of headersOfContent) reply.removeHeader(name)
  await reply
    .code(problem.status)
    .headers({ 'cache-control': 'no-store', ...problem.headers })
    .type(problemContentType)
    .send(problemBody(problem, request.id))
}

/** Answers every failure of the app and every unknown path with a problem. Bugs are logged and masked. */
export function registerProblems(app: FastifyInstance): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const problem = problemOf(error)
    if (problem.status >= 500) request.log.error({ err: error }, 'request failed')
    await sendProblem(request, reply, problem)
  })
  app.setNotFoundHandler(async (request, reply) => sendProblem(request, reply, notFound()))
}

/** Answers a request whose URL the router refuses, because the URL is malformed or an id in it is too long. */
export async function sendAddressProblem(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.header(correlationHeader, request.id)
  const problem =
    error.code === 'FST_ERR_BAD_URL' ? new Problem(400, 'INVALID_REQUEST', 'This is not a URL.') : notFound()
  await sendProblem(request, reply, problem)
}

const fastifyCodes: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
}

function problemOf(error: FastifyError): Problem {
  if (error instanceof Problem) return error
  if (error instanceof DatabaseUnavailable) return databaseProblem()
  if (error instanceof BlobsUnavailable) return error.isFull ? storageFull() : blobsProblem()
  if (isDiskFull(error)) return storageFull()
  if (isExhausted(error)) return new Problem(503, 'EXHAUSTED', 'The server has run out of a resource, such as memory.')
  const status = error.statusCode ?? 500
  if (status < 400 || status >= 500) {
    return new Problem(500, 'INTERNAL_ERROR', 'Something went wrong here. Search the log for the correlation id.')
  }
  return new Problem(status, fastifyCodes[status] ?? 'INVALID_REQUEST', error.message)
}
