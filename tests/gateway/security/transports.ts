import { connect, listen } from '../../support/socketClient.ts'

/** A request. */
export interface Sent {
  readonly query: string
  readonly variables: Record<string, unknown>
  /** Undefined for a request without credentials. */
  readonly token: string | undefined
  /** Further headers. A socket sends them with its handshake. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The result of a request. */
export interface Outcome {
  /** The HTTP status, or the close code of the socket. */
  readonly status: number | undefined
  readonly challenge: string | null
  /** The response, or the first event. */
  readonly data: unknown
  readonly codes: unknown[]
}

/** A transport and the operation types it supports. */
export interface Transport {
  readonly name: string
  readonly carries: readonly ('query' | 'mutation' | 'subscription')[]
  send(url: string, sent: Sent): Promise<Outcome>
}

type Answer = { data?: unknown; errors?: { extensions?: { code?: unknown } }[] }

/** All transports of the gateway. */
export const transports: readonly Transport[] = [
  {
    name: 'HTTP POST',
    carries: ['query', 'mutation'],
    send: (url, sent) => sendByPost(url, sent, 'application/graphql-response+json'),
  },
  { name: 'HTTP GET', carries: ['query'], send: sendByGet },
  {
    name: 'SSE',
    carries: ['query', 'mutation', 'subscription'],
    send: (url, sent) => sendByPost(url, sent, 'text/event-stream'),
  },
  { name: 'WebSocket', carries: ['query', 'mutation', 'subscription'], send: sendBySocket },
]

function credentials(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

async function sendByPost(url: string, { query, variables, token, headers }: Sent, accept: string): Promise<Outcome> {
  return outcomeOf(url, {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json', ...credentials(token), ...headers },
    body: JSON.stringify({ query, variables }),
  })
}

async function sendByGet(url: string, { query, variables, token, headers }: Sent): Promise<Outcome> {
  const parameters = new URLSearchParams({ query, variables: JSON.stringify(variables) })
  return outcomeOf(`${url}?${parameters}`, {
    headers: { accept: 'application/json', ...credentials(token), ...headers },
  })
}

/** Reads the response. Of a stream, reads only the first event, and then closes it. */
async function outcomeOf(url: string, init: RequestInit): Promise<Outcome> {
  const left = new AbortController()
  const response = await fetch(url, { ...init, signal: left.signal })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const text = isStream ? await firstEvent(response) : await response.text()
  left.abort()
  const answer: Answer | null = JSON.parse(text)
  const { data, errors = [] } = answer ?? {}
  const challenge = response.headers.get('www-authenticate')
  return { status: response.status, challenge, data, codes: errors.map((error) => error.extensions?.code) }
}

async function firstEvent(response: Response): Promise<string> {
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const found = /^data: (\{.*\})\n/m.exec(text)?.[1]
    if (found !== undefined) return found
  }
  throw new Error(`The stream ended without an event: ${text}`)
}

async function sendBySocket(url: string, { query, variables, token, headers }: Sent): Promise<Outcome> {
  const client = connect(url.replace('/graphql', ''), token, headers)
  const received = listen(client, { query, variables })
  const { events, errors, over } = received
  const first = Promise.withResolvers<void>()
  const look = setInterval(() => events.length > 0 && first.resolve(), 5)
  const ended = await Promise.race([over, first.promise])
  clearInterval(look)
  received.stop()
  await client.dispose()
  const codes = errors.map(({ extensions }) => extensions?.['code'])
  return { status: ended?.code, challenge: null, data: events[0], codes }
}
