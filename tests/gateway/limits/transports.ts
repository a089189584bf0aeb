import { connect, listen } from '../../support/socketClient.ts'

/** What came of an operation, by whatever way it was sent. */
export interface Outcome {
  // Tests look into the data of their own documents.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any
  readonly errors: readonly { message: string; extensions?: Record<string, unknown> }[]
}

/** What is sent, and on whose behalf. */
export interface Sent {
  readonly query: string
  readonly variables?: Record<string, unknown>
  readonly token: string
  /** As the front door says it. */
  readonly address?: string
}

/** Every way in which operations come in. The gateway listens at the URL. */
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

/** A refusal may come before there are events. */
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
