import { connect, listen } from '../../support/socketClient.ts'

/** The result of an operation, on any transport. */
export interface Outcome {
  // The type is `any`, because tests check the data with their own expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any
  readonly errors: readonly { message: string; extensions?: Record<string, unknown> }[]
}

/** An operation and its caller. */
export interface Sent {
  readonly query: string
  readonly variables?: Record<string, unknown>
  readonly token: string
  /** The `X-Forwarded-For` header, as a proxy sets it. */
  readonly address?: string
}

/** All transports. */
export const transports: readonly { name: string; send(url: string, sent: Sent): Promise<Outcome> }[] = [
  { name: 'HTTP', send: (url, sent) => sendByHttp(url, sent, 'application/graphql-response+json') },
  { name: 'SSE', send: (url, sent) => sendByHttp(url, sent, 'text/event-stream') },
  { name: 'WebSocket', send: sendBySocket },
]

async function sendByHttp(url: string, { query, variables, token, address }: Sent, accept: string): Promise<Outcome> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      accept,
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...(address !== undefined && { 'x-forwarded-for': address }),
    },
    body: JSON.stringify({ query, variables }),
  })
  return outcomeOf(await response.text())
}

/** Parses a JSON response, or the first event of a stream. A rejection before the stream starts is plain JSON. */
function outcomeOf(text: string): Outcome {
  const event = text.split('\n').find((line) => line.startsWith('data: {'))
  const { data, errors = [] }: { data?: unknown; errors?: Outcome['errors'] } = JSON.parse(event?.slice(6) ?? text)
  return { data, errors }
}

async function sendBySocket(url: string, { query, variables, token }: Sent): Promise<Outcome> {
  const client = connect(url, token)
  const received = listen(client, { query, ...(variables && { variables }) })
  await received.over
  await client.dispose()
  return { data: received.events[0], errors: received.errors }
}
