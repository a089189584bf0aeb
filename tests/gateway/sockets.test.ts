import { once } from 'node:events'
import { createConnection } from 'node:net'
import { describe, expect, test } from 'vitest'
import { documentsFile } from '../support/documentsFile.ts'
import { listenAt, startGateway } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { connect, listen } from '../support/socketClient.ts'
import { anna, createTokenIssuer } from '../support/tokens.ts'

const document = 'subscription { libraryEvents { cursor addedPhotoIds } }'
const gateway = setUpGateway({ PERSISTED_DOCUMENTS: documentsFile({ abc123: document }) })

/** Opens a raw connection and sends messages. Returns the responses in order. */
async function speak(messages: (object | string)[], protocol = 'graphql-transport-ws') {
  const socket = new WebSocket(`${gateway.url.replace(/^http/, 'ws')}/graphql`, protocol)
  const answers: unknown[] = []
  socket.addEventListener('open', () => {
    for (const message of messages) socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  })
  socket.addEventListener('message', ({ data }) => answers.push(JSON.parse(String(data))))
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.addEventListener('close', ({ code, reason }) => resolve({ code, reason }))
  })
  return { socket, answers, closed }
}

const init = () => ({ type: 'connection_init', payload: { accessToken: gateway.token } })

describe('a socket', () => {
  test('acknowledges a valid token, and answers pings and queries', async () => {
    const subscribe = { id: '1', type: 'subscribe', payload: { query: '{ viewer { email } }' } }
    const { answers, socket } = await speak([init(), { type: 'ping' }])
    await expect.poll(() => answers).toContainEqual({ type: 'connection_ack' })
    socket.send(JSON.stringify(subscribe))
    const next = { id: '1', type: 'next', payload: { data: { viewer: { email: 'a@example.com' } } } }
    await expect.poll(() => answers).toContainEqual(next)
    await expect.poll(() => answers).toContainEqual({ id: '1', type: 'complete' })
    expect(answers).toContainEqual({ type: 'pong' })
    socket.close()
  })

  const how = 'send the access token as {"accessToken": "…"} in connection_init'
  test.each<[string, object | undefined, string]>([
    ['nothing', undefined, `Sign in: ${how}`],
    ['no token', {}, `Sign in: ${how}`],
    ['a token that is not a string', { accessToken: 1 }, `Sign in: ${how}`],
    ['a token as "Authorization"', { Authorization: 'Bearer x' }, `"Authorization" is not read: ${how}`],
    ['a token as "authorization"', { authorization: 'Bearer x' }, `"authorization" is not read: ${how}`],
    ['headers', { headers: { Authorization: 'Bearer x' } }, `"headers" is not read: ${how}`],
  ])('is closed with 4401 and says how to send a token if it sends %s', async (_what, payload, reason) => {
    const { closed, answers } = await speak([{ type: 'connection_init', ...(payload && { payload }) }])
    expect(await closed).toEqual({ code: 4401, reason })
    expect(answers).toEqual([])
  })

  test.each<[string, () => Promise<object> | object]>([
    ['an invalid token', () => ({ accessToken: 'not.a.token' })],
    [
      'an expired token',
      async () => ({ accessToken: await gateway.upstreams.tokens.issue(anna, { claims: { exp: 1 } }) }),
    ],
    [
      'a token of another key',
      async () => ({ accessToken: await (await createTokenIssuer(gateway.upstreams.tokens.issuer)).issue(anna) }),
    ],
  ])('is closed with 4403 if it sends %s', async (_what, payload) => {
    const { closed, answers } = await speak([{ type: 'connection_init', payload: await payload() }])
    expect(await closed).toEqual({ code: 4403, reason: 'The access token is not valid, or has expired' })
    expect(answers).toEqual([])
  })

  test('is closed with 4403 when its token expires, not before', async () => {
    const claims = { exp: Math.floor(Date.now() / 1000) + 5 }
    const brief = await gateway.upstreams.tokens.issue(anna, { claims })
    const { closed, answers } = await speak([{ type: 'connection_init', payload: { accessToken: brief } }])
    expect(await closed).toEqual({ code: 4403, reason: 'The access token has expired' })
    expect(answers).toEqual([{ type: 'connection_ack' }])
    expect(Date.now()).toBeGreaterThanOrEqual(claims.exp * 1000)
  })

  test('asks the client to try again later when the token cannot be verified', async () => {
    const fresh = await startGateway(gateway.upstreams)
    const freshUrl = await listenAt(fresh)
    gateway.upstreams.fail('/identity/jwks', { kind: 'status', status: 500 })
    const { over } = listen(connect(freshUrl, gateway.token), { query: document })
    expect((await over).code).toBe(1013)
    await fresh.close()
  })

  test.each<[string, () => (object | string)[], number]>([
    ['subscribes before connection_init', () => [{ id: '1', type: 'subscribe', payload: { query: document } }], 4401],
    ['initializes twice', () => [init(), init()], 4429],
    ['sends an invalid message', () => ['nonsense'], 4400],
  ])('that %s is closed', async (_what, messages, code) => {
    expect((await (await speak(messages())).closed).code).toBe(code)
  })

  test('is rejected if it asks for another protocol', async () => {
    const { closed, answers } = await speak([init()], 'graphql-ws')
    expect((await closed).code).not.toBe(1000)
    expect(answers).toEqual([])
  })

  test('reports errors as over HTTP', async () => {
    const client = connect(gateway.url, gateway.token)
    const wrongField = listen(client, { query: 'subscription { nothing }' })
    await wrongField.over
    expect(wrongField.errors[0]?.message).toMatch(/Cannot query field/)
    const wrongCursor = listen(client, { query: 'subscription { libraryEvents(after: "x") { cursor } }' })
    await wrongCursor.over
    expect(wrongCursor.errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' })
    const unknown = listen(client, { query: '', extensions: { persistedQuery: { version: 1, sha256Hash: 'nope' } } })
    await unknown.over
    expect(unknown.errors[0]?.extensions).toMatchObject({ code: 'PERSISTED_QUERY_NOT_FOUND' })
    await client.dispose()
  })

  test('accepts persisted documents by id', async () => {
    const client = connect(gateway.url, gateway.token)
    const received = listen(client, { query: '', extensions: { persistedQuery: { version: 1, sha256Hash: 'abc123' } } })
    await expect.poll(() => received.events.length).toBe(1)
    await client.dispose()
  })

  test('is closed with 1001 when the gateway closes', async () => {
    const closing = await startGateway(gateway.upstreams)
    const closingUrl = await listenAt(closing)
    const client = connect(closingUrl, gateway.token)
    const received = listen(client, { query: document })
    await expect.poll(() => received.events.length).toBe(1)
    await closing.close()
    expect(await received.over).toEqual({ code: 1001, reason: 'The server is going away' })
  })

  test('that does not answer the closing handshake does not prevent the gateway from closing', async () => {
    const closing = await startGateway(gateway.upstreams)
    const { port } = new URL(await listenAt(closing))
    const deaf = createConnection({ port: Number(port), host: '127.0.0.1' })
    deaf.write(
      'GET /graphql HTTP/1.1\r\nhost: gateway\r\nconnection: upgrade\r\nupgrade: websocket\r\n' +
        'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n' +
        'sec-websocket-protocol: graphql-transport-ws\r\n\r\n',
    )
    await once(deaf, 'data')
    const ended = once(deaf, 'close')
    deaf.resume()
    await closing.close()
    await ended
  })
})
