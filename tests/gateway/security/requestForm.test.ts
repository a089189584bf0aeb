import { describe, expect, test } from 'vitest'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { initWith, openSocket } from '../../support/rawSocket.ts'

const gateway = setUpGateway()

const json = 'application/json'
const accepted = [json, 'application/graphql-response+json', 'text/event-stream', 'multipart/mixed']
const post = (accept: string, payload: string) =>
  gateway.app.inject({ method: 'POST', url: '/graphql', headers: { 'content-type': json, accept }, payload })

/** The error codes in a response of any media type. */
function codesIn(text: string): string[] {
  return [...text.matchAll(/"code":"([^"]*)"/g)].map(([, code = '']) => code)
}

const batch = 'Send each operation in a request of its own: a list of operations (a batch) is not supported. '
const bodiesOfWrongForm: readonly (readonly [string, string])[] = [
  ['null', ''],
  ['1', ''],
  ['"x"', ''],
  ['true', ''],
  ['{}', 'The body is empty. '],
  ['[]', batch],
  ['[{"query":"{ __typename }"}]', batch],
]

describe.each(accepted)('a malformed body, with Accept: %s', (accept) => {
  test.each(bodiesOfWrongForm)('is rejected with BAD_USER_INPUT and says what to send: %s', async (body, problem) => {
    const response = await post(accept, body)
    const message =
      problem +
      'The body must be a JSON object with the document as "query", ' +
      'or with its id as "extensions.persistedQuery.sha256Hash".'
    const correlationId = response.headers['x-correlation-id']
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT', correlationId } }] })
  })

  test.each(['', '{', '{"query":1}', '{"query":"{ __typename }","variables":"secret"}', '{"extensions":1}'])(
    'is rejected with BAD_USER_INPUT and without details of the parser: %s',
    async (body) => {
      const { payload } = await post(accept, body)
      expect(codesIn(payload)).toEqual(['BAD_USER_INPUT'])
      expect(payload).not.toMatch(/SyntaxError|originalError|secret|stack|node_modules/)
    },
  )
})

test.each(['null', '[]', '1', '"x"', '{}'])(
  'a socket is closed with 4400 after a message with the payload %s',
  async (payload) => {
    const { send, received, socket } = await openSocket(gateway.url)
    const closed = new Promise((resolve) => socket.on('close', (code, reason) => resolve([code, String(reason)])))
    send(initWith(gateway.token))
    await expect.poll(() => received).toHaveLength(1)
    socket.send(`{"id":"1","type":"subscribe","payload":${payload}}`)
    expect(await closed).toEqual([4400, 'Invalid message received'])
    expect(received).toHaveLength(1)
  },
)

describe('queries by GET', () => {
  const query = '{ __typename }'

  test('can be switched off: they get 405, even with Accept: text/event-stream, and POST still works', async () => {
    const app = await gateway.start({ GET_QUERIES: 'false' })
    for (const accept of accepted) {
      const response = await app.inject({ url: '/graphql', query: { query }, headers: { accept } })
      expect([response.statusCode, response.headers.allow]).toEqual([405, 'POST, OPTIONS'])
      expect(codesIn(response.payload)).toEqual(['BAD_USER_INPUT'])
    }
    const answer = await app.inject({ method: 'POST', url: '/graphql', payload: { query } })
    expect(answer.json()).toEqual({ data: { __typename: 'Query' } })
    const preflight = await app.inject({ method: 'OPTIONS', url: '/graphql' })
    expect([preflight.headers.allow, preflight.headers['access-control-allow-methods']]).toEqual([
      'POST, OPTIONS',
      'POST',
    ])
  })

  test('are answered by default', async () => {
    const answer = await gateway.app.inject({ url: '/graphql', query: { query }, headers: { accept: json } })
    expect(answer.json()).toEqual({ data: { __typename: 'Query' } })
  })
})

describe('the API explorer', () => {
  const html = { accept: 'text/html' }
  const statusesOf = async (settings: Record<string, string>) => {
    const app = await gateway.start(settings)
    const page = await app.inject({ url: '/graphql', headers: html })
    return [page.statusCode, (await app.inject('/graphql/explorer/page.js')).statusCode]
  }

  test.each([
    ['is offered outside of production', {}, 200],
    ['is not offered in production', { PUBLIC_URL: 'https://keepsake.test' }, 404],
    ['can be offered in production', { PUBLIC_URL: 'https://keepsake.test', GRAPHIQL: 'true' }, 200],
    ['can be switched off', { GRAPHIQL: 'false' }, 404],
  ])('%s', async (_what, settings, status) => {
    expect(await statusesOf(settings)).toEqual([status, status])
  })

  test('responds with the error code NOT_FOUND when it is switched off', async () => {
    const app = await gateway.start({ GRAPHIQL: 'false' })
    const { payload } = await app.inject({ url: '/graphql', headers: html })
    expect(codesIn(payload)).toEqual(['NOT_FOUND'])
  })
})
