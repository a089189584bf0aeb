import type { RequestParameters, Variables } from 'relay-runtime'

/** How long (ms) to wait for the start of a response. */
export const deadlines = { query: 20_000, mutation: 60_000 }

interface GraphQLRequest {
  readonly operationName: string
  readonly variables: Variables
  readonly extensions: { readonly persistedQuery: { readonly version: 1; readonly sha256Hash: string } }
}

/** The persisted form of an operation: a hash instead of the query text. */
export function persistedRequest(request: RequestParameters, variables: Variables): GraphQLRequest {
  if (!request.id) throw new Error(`${request.name} was not persisted by the Relay compiler`)
  return {
    operationName: request.name,
    variables,
    extensions: { persistedQuery: { version: 1, sha256Hash: request.id } },
  }
}

/** An operation to send. */
export interface Post {
  readonly url: string
  /** The access token of the customer. Null: the operation needs none. */
  readonly token: string | null
  readonly request: RequestParameters
  readonly variables: Variables
  /** How long (ms) to wait for the start of the response. */
  readonly deadline: number
  readonly correlationId?: string
  /** Whether the request continues when the page is left. */
  readonly keepalive?: boolean
}

/** An operation that is being sent. */
export interface Posted {
  readonly response: Promise<Response>
  /** Aborted when the response has not started in time. */
  readonly deadline: AbortSignal
  readonly abort: () => void
}

/** Sends a persisted operation. */
export function post({ url, token, request, variables, deadline: milliseconds, ...rest }: Post): Posted {
  const { correlationId = crypto.randomUUID(), keepalive = false } = rest
  const aborter = new AbortController()
  const deadline = AbortSignal.timeout(milliseconds)
  const response = fetch(url, {
    method: 'POST',
    keepalive,
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json, multipart/mixed;q=0.9',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      'x-correlation-id': correlationId,
    },
    body: JSON.stringify(persistedRequest(request, variables)),
    signal: AbortSignal.any([aborter.signal, deadline]),
  })
  return { response, deadline, abort: () => aborter.abort() }
}

/** Sends an operation before Relay has loaded. */
export interface EarlyPost {
  /** @returns the body of the response */
  readonly send: (post: Post) => Promise<unknown>
  /** Returns the sent operation if it is the wanted one with the same token, and only once; otherwise null. */
  readonly take: (wanted: Post) => Posted | null
}

export function createEarlyPost(): EarlyPost {
  let early: { readonly key: string; readonly posted: Posted } | null = null
  return {
    async send(sent) {
      const posted = post(sent)
      early = { key: keyOf(sent), posted }
      return (await posted.response).clone().json()
    },
    take(wanted) {
      if (!early || early.key !== keyOf(wanted)) return null
      const { posted } = early
      early = null
      return posted
    },
  }
}

/** A text that identifies an operation. Variables are sorted by name, because Relay sorts them too. */
function keyOf({ url, token, request, variables }: Post): string {
  const sorted = Object.entries(variables).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([url, token, request.id, sorted])
}
