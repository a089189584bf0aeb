import {
  type FetchFunction,
  type GraphQLResponse,
  type GraphQLSingularResponse,
  type RequestParameters,
  type Variables,
  Observable,
} from 'relay-runtime'
import { jitter } from '../app/backoff.ts'
import type { TokenSource } from '../auth/tokenSource.ts'
import { RequestError } from './errors.ts'
import { type EarlyPost, type Post, post } from './post.ts'

export interface NetworkOptions {
  readonly url: string
  readonly tokens: TokenSource
  /** An operation that was sent before Relay had loaded. */
  readonly early?: EarlyPost | undefined
  /** How long (ms) to wait for the start of a response. */
  readonly deadlines: { readonly query: number; readonly mutation: number }
}

/** How many times a request is repeated while the gateway is overloaded or unreachable. */
const maximumRounds = 3

/** A request that is being sent. */
interface Sending {
  readonly request: RequestParameters
  readonly variables: Variables
  readonly options: NetworkOptions
  readonly correlationId: string
  readonly aborter: AbortController
  /** Whether the request continues when the page is left. */
  readonly keepalive: boolean
  /** Whether the request is sent without a token, because visitors who are not signed in can make the request, too. */
  readonly isAnonymous: boolean
  /** Whether an answer in which a field has failed counts as a failure of the request. */
  readonly isWhole: boolean
  /** The state that all requests of a page share. */
  readonly page: {
    /** Whether the gateway has answered since the page was loaded. */
    isAnswered: boolean
  }
}

/**
 * Sends queries and mutations over HTTP. Fails with a RequestError. If the gateway refuses the token, the token is
 * renewed and the request repeated, once. If an overloaded gateway rejects the request without reading it, or the edge
 * cannot reach the gateway, the request is repeated after the delay in the response. But until the gateway has answered
 * this page once, an unreachable gateway makes the request fail immediately, because the customer must see why the page
 * is empty. Unsubscribing aborts the request. With `keepalive` in the operation's metadata, the request continues when
 * the page is left. With `isAnonymous` in it, the operation is sent without a token. With `isWhole` in it, the request
 * fails if a field of its answer has failed, so that the store keeps what it has.
 */
export function createFetch(options: NetworkOptions): FetchFunction {
  const page = { isAnswered: false }
  return (request, variables, { metadata }) =>
    Observable.create<GraphQLResponse>((sink) => {
      const aborter = new AbortController()
      const correlationId = crypto.randomUUID()
      const keepalive = metadata?.['keepalive'] === true
      const isAnonymous = metadata?.['isAnonymous'] === true
      const isWhole = metadata?.['isWhole'] === true
      const sending = { request, variables, options, correlationId, aborter, keepalive, isAnonymous, isWhole, page }
      send(sending, (response) => sink.next(response)).then(
        () => sink.complete(),
        (error: unknown) => {
          if (!aborter.signal.aborted || error instanceof RequestError) sink.error(asError(error))
        },
      )
      return () => aborter.abort()
    })
}

async function send(sending: Sending, next: (response: GraphQLResponse) => void): Promise<void> {
  const { correlationId, aborter, isWhole, page } = sending
  const { tokens } = sending.options
  const post = async (token: string | null) => {
    let response = await postWithDeadline(sending, token)
    page.isAnswered ||= !isUnreachable(response)
    for (let round = 0; round < maximumRounds && page.isAnswered && response.headers.has('retry-after'); round += 1) {
      await pause(Number(response.headers.get('retry-after')), aborter.signal)
      response = await postWithDeadline(sending, token)
    }
    if (response.status === 401) return null
    if (response.headers.get('content-type')?.startsWith('multipart/mixed')) {
      const { readIncremental } = await import('./incremental.ts')
      await readIncremental(response, next)
      return true
    }
    const body = await readBody(response, correlationId)
    if (isUnauthenticated(body)) return null
    next(checkedResponse(body, correlationId, isWhole))
    return true
  }
  const token = sending.isAnonymous ? null : await tokens.accessToken()
  if (await post(token)) return
  if (token !== null && (await post(await tokens.renewAfter(token)))) return
  throw new RequestError('The gateway refuses the request without a valid token', {
    failure: 'http',
    correlationId,
    code: 'UNAUTHENTICATED',
  })
}

/** Whether the edge has answered in place of a gateway that it cannot reach (edge/forwarder.ts). */
function isUnreachable({ status, headers }: Response): boolean {
  return status === 503 && headers.get('content-type')?.startsWith('application/problem+json') === true
}

/** @param seconds the delay, capped at 10 s; jitter is added so that clients do not all return together */
async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, jitter(Math.min(seconds || 1, 10) * 1_000)))
  signal.throwIfAborted()
}

async function postWithDeadline(
  { request, variables, options, correlationId, aborter, keepalive }: Sending,
  token: string | null,
): Promise<Response> {
  aborter.signal.throwIfAborted()
  const { url, deadlines } = options
  const wanted: Post = {
    url,
    token,
    request,
    variables,
    deadline: request.operationKind === 'mutation' ? deadlines.mutation : deadlines.query,
    correlationId,
    keepalive,
  }
  const { response, deadline, abort } = options.early?.take(wanted) ?? post(wanted)
  aborter.signal.addEventListener('abort', abort)
  try {
    return await response
  } catch (cause) {
    if (aborter.signal.aborted) throw cause
    throw deadline.aborted
      ? new RequestError('Request failure: no answer in time', { failure: 'timeout', correlationId, cause })
      : new RequestError('Request failure: no connection', { failure: 'offline', correlationId, cause })
  }
}

async function readBody(response: Response, correlationId: string): Promise<GraphQLSingularResponse> {
  const id = response.headers.get('x-correlation-id') ?? correlationId
  let body: unknown
  try {
    body = await response.json()
  } catch (cause) {
    const failure = response.ok ? 'unreadable' : 'http'
    throw new RequestError(`Request failure: status ${response.status}`, { failure, correlationId: id, cause })
  }
  if (typeof body !== 'object' || body === null || !('data' in body || 'errors' in body)) {
    throw new RequestError(`Request failure: status ${response.status}`, { failure: 'http', correlationId: id })
  }
  // Checked above: the response has data, errors, or both.
  return body as GraphQLSingularResponse
}

function checkedResponse(
  body: GraphQLSingularResponse,
  correlationId: string,
  isWhole: boolean,
): GraphQLSingularResponse {
  const error = 'errors' in body ? body.errors?.[0] : undefined
  if (body.data && !(isWhole && error)) return body
  const code = extensionOf(error, 'code')
  const retryAfter = extensionOf(error, 'retryAfter')
  throw new RequestError(`Request failure: ${error?.message ?? 'no data'}`, {
    failure: 'graphql',
    correlationId,
    code: typeof code === 'string' ? code : null,
    retryAfter: typeof retryAfter === 'number' ? retryAfter : null,
  })
}

function isUnauthenticated(body: GraphQLSingularResponse): boolean {
  return 'errors' in body && (body.errors?.some((error) => extensionOf(error, 'code') === 'UNAUTHENTICATED') ?? false)
}

function extensionOf(error: object | undefined, name: string): unknown {
  if (!error || !('extensions' in error) || typeof error.extensions !== 'object' || error.extensions === null)
    return null
  return Reflect.get(error.extensions, name)
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
