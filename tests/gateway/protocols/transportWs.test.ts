import { once } from 'node:events'
import { createConnection } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { ask, listenAt, startGateway } from '../../support/gateway.ts'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { type RawSocket, initWith, openSocket, subscribeTo } from '../../support/rawSocket.ts'
import { LogFile } from '../operations/logFile.ts'

const live = 'subscription { libraryEvents { cursor addedPhotoIds } }'
const gateway = setUpGateway({ MAX_SOCKET_SUBSCRIPTIONS: '3', MAX_SOCKET_OPERATIONS: '2', KEEP_ALIVE: '3000' })
const opened: RawSocket[] = []

afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.terminate()
  await expect.poll(() => gateway.upstreams.events.open.size).toBe(0)
})

async function open(options?: Parameters<typeof openSocket>[1]): Promise<RawSocket> {
  const raw = await openSocket(gateway.url, options)
  opened.push(raw)
  return raw
}

/** Opens an initialized connection. */
async function openInitialized(): Promise<RawSocket> {
  const raw = await open()
  raw.send(initWith(gateway.token))
  await expect.poll(() => raw.received).toEqual([{ type: 'connection_ack' }])
  return raw
}

describe('the graphql-transport-ws protocol', () => {
  test('closes with 4406 without its subprotocol', async () => {
    const { closed } = await open({ protocols: [] })
    expect(await closed).toEqual({ code: 4406, reason: 'Subprotocol not acceptable' })
  })

  test('accepts its subprotocol among several', async () => {
    const { socket } = await open({ protocols: ['graphql-ws', 'graphql-transport-ws'] })
    expect(socket.protocol).toBe('graphql-transport-ws')
  })

  test('closes with 4408 when connection_init does not arrive in time', async () => {
    const { closed } = await open()
    expect(await closed).toEqual({ code: 4408, reason: 'Connection initialisation timeout' })
  })

  test.each<[string, () => Parameters<RawSocket['send']>, number]>([
    ['initializes twice', () => [initWith(gateway.token), initWith(gateway.token)], 4429],
    ['subscribes before connection_init', () => [subscribeTo('1', '{ __typename }')], 4401],
    ['subscribes before connection_ack', () => [initWith(gateway.token), subscribeTo('1', '{ __typename }')], 4401],
    ['sends invalid JSON', () => ['nonsense'], 4400],
    ['sends JSON that is not an object', () => ['[]'], 4400],
    ['sends a message without a type', () => ['{}'], 4400],
    ['sends an unknown type', () => [{ type: 'start' }], 4400],
    [
      'subscribes without an id',
      () => [initWith(gateway.token), { type: 'subscribe', payload: { query: live } }],
      4400,
    ],
    ['subscribes without a document', () => [{ type: 'subscribe', id: '1', payload: {} }], 4400],
    ['sends bytes instead of text', () => [Buffer.from(JSON.stringify(initWith(gateway.token)))], 4400],
  ])('closes the socket of a client that %s', async (_what, messages, code) => {
    const { send, closed } = await open()
    send(...messages())
    expect((await closed).code).toBe(code)
  })

  test('closes with 4409 when an id is used for two concurrent operations', async () => {
    const { send, closed } = await openInitialized()
    send(subscribeTo('x', live), subscribeTo('x', live))
    expect(await closed).toEqual({ code: 4409, reason: 'Subscriber for x already exists' })
  })

  test('allows an id again after its operation has ended', async () => {
    const { send, of } = await openInitialized()
    for (const times of [1, 2]) {
      send(subscribeTo('x', '{ __typename }'))
      await expect.poll(() => of('x').filter(({ type }) => type === 'complete')).toHaveLength(times)
    }
  })

  test('ignores further messages after it has closed the socket', async () => {
    const raw = await open()
    raw.send('nonsense', initWith(gateway.token), subscribeTo('1', '{ __typename }'))
    expect((await raw.closed).code).toBe(4400)
    expect(raw.received).toEqual([])
  })

  test('answers a ping with a pong of the same payload', async () => {
    const { send, received } = await openInitialized()
    send({ type: 'ping' }, { type: 'ping', payload: { now: 1 } }, { type: 'pong' })
    await expect.poll(() => received.slice(1)).toEqual([{ type: 'pong' }, { type: 'pong', payload: { now: 1 } }])
  })

  test('closes the socket to the service when the client sends complete, and sends nothing more', async () => {
    const { send, of } = await openInitialized()
    send(subscribeTo('1', live))
    await expect.poll(() => of('1')).toHaveLength(1)
    expect(gateway.upstreams.events.open.size).toBe(1)
    send({ id: '1', type: 'complete' })
    await expect.poll(() => gateway.upstreams.events.open.size).toBe(0)
    expect(of('1')).toHaveLength(1)
  })

  test('closes with 1009 after a too large message, continues to work, and logs only a warning', async () => {
    const log = new LogFile()
    const logged = await startGateway(gateway.upstreams, { LOG_LEVEL: 'info' }, { log: log.destination })
    const raw = await openSocket(await listenAt(logged))
    raw.send(subscribeTo('1', `# ${'x'.repeat(110_000)}\n{ __typename }`))
    expect((await raw.closed).code).toBe(1009)
    expect((await ask(logged, '{ __typename }')).status).toBe(200)
    const lines = (await log.lines()).filter(({ msg }) => msg === 'a socket failed')
    expect(lines).toMatchObject([{ level: 40, reason: 'Max payload size exceeded' }])
    expect(JSON.stringify(lines)).not.toMatch(/stack|node_modules/)
    await logged.close()
    log.remove()
  })
})

describe('errors over a socket', () => {
  const variables = 'query ($id: ID!) { node(id: $id) { id } }'
  test.each<[string, string, object]>([
    ['a syntax error', '{ viewer {', {}],
    ['an unknown field', '{ viewer { secrets } }', {}],
    ['two operations without a name', 'query A { __typename } query B { __typename }', {}],
    ['an unknown operation', 'query A { __typename }', { operationName: 'B' }],
    ['a missing variable', variables, {}],
    ['a variable of another type', variables, { variables: { id: { a: 1 } } }],
    ['a too large page', '{ viewer { library { photos(first: 501) { edges { cursor } } } } }', {}],
    ['a too expensive operation', costly(), {}],
  ])('are the same as over HTTP, and affect only one operation: %s', async (_what, query, rest) => {
    const { send, of } = await openInitialized()
    send(subscribeTo('good', live), subscribeTo('bad', query, rest))
    await expect.poll(() => of('bad')).toHaveLength(1)
    await expect.poll(() => of('good')).toHaveLength(1)
    const payload = { query, ...rest }
    const http = await gateway.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${gateway.token}` },
      payload,
    })
    const [message] = of('bad')
    expect(message?.type).toBe('error')
    expect(message?.payload.map(faultOf)).toEqual(http.json().errors.map(faultOf))
  })

  test('of single fields are sent with the data, as over HTTP', async () => {
    gateway.upstreams.fail('/photos/users', { kind: 'status', status: 500 })
    const query = '{ viewer { email library { photosCount } } }'
    const { send, of } = await openInitialized()
    send(subscribeTo('1', query))
    await expect.poll(() => of('1').map(({ type }) => type)).toEqual(['next', 'complete'])
    const http = await gateway.ask(query)
    expect(of('1')[0]?.payload.data).toEqual(http.data)
    expect(of('1')[0]?.payload.errors.map(faultOf)).toEqual(http.errors.map(faultOf))
  })

  test('contain no suggestions when these are disabled', async () => {
    const closed = await startGateway(gateway.upstreams, { SUGGESTIONS: 'false' })
    const address = await listenAt(closed)
    const query = '{ viewer { emial } }'
    expect((await ask(gateway.app, query)).errors[0]?.message).toMatch(/Did you mean/)
    const raw = await openSocket(address)
    raw.send(initWith(gateway.token))
    await expect.poll(() => raw.received).toHaveLength(1)
    raw.send(
      subscribeTo('1', query),
      subscribeTo('2', 'query ($o: SortOrder!) { x(o: $o) }', { variables: { o: 'ASCC' } }),
    )
    await expect.poll(() => raw.received).toHaveLength(3)
    expect(JSON.stringify([raw.received, (await ask(closed, query)).errors])).not.toMatch(/Did you mean/)
    raw.socket.terminate()
    await closed.close()
  })
})

describe('the limits of one socket', () => {
  test('reject a fourth subscription as RATE_LIMITED until another one ends', async () => {
    const { send, of } = await openInitialized()
    for (const id of ['1', '2', '3']) send(subscribeTo(id, live))
    for (const id of ['1', '2', '3']) await expect.poll(() => of(id)).toHaveLength(1)
    send(subscribeTo('4', live))
    await expect.poll(() => of('4')).toHaveLength(1)
    expect(of('4')[0]).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'RATE_LIMITED' } }] })
    send({ id: '1', type: 'complete' })
    let id = 4
    const next = async () => {
      id += 1
      send(subscribeTo(String(id), live))
      await vi.waitFor(() => expect(of(String(id))).toHaveLength(1), 30_000)
      return of(String(id))[0]?.type
    }
    await expect.poll(next).toBe('next')
  })

  test('refuse a third running operation until another one ends', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gateway.upstreams.hold('/photos/users', promise)
    const { send, of } = await openInitialized()
    const slow = '{ viewer { library { photosCount } } }'
    for (const id of ['1', '2', '3']) send(subscribeTo(id, slow))
    await expect.poll(() => of('3')).toHaveLength(1)
    expect(of('3')[0]).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'RATE_LIMITED' } }] })
    resolve()
    for (const id of ['1', '2']) await expect.poll(() => of(id)).toHaveLength(2)
    send(subscribeTo('4', slow))
    await expect.poll(() => of('4')).toHaveLength(2)
  })
})

describe('the opening of a socket', () => {
  test('is rejected for pages of foreign origins before it opens', async () => {
    const foreign = new WebSocket(`${gateway.url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', {
      origin: 'https://evil.test',
    })
    const [error] = (await once(foreign, 'error')) as [Error]
    expect(error.message).toBe('Unexpected server response: 403')
  })

  test('is allowed for pages of our own origin, and for programs without an origin', async () => {
    await openInitialized()
    await open({ headers: { origin: 'http://keepsake.test', host: 'keepsake.test' } })
  })

  test('is 404 on other paths, and other kinds of upgrade are ignored', async () => {
    const elsewhere = new WebSocket(`${gateway.url.replace(/^http/, 'ws')}/other`)
    const [error] = (await once(elsewhere, 'error')) as [Error]
    expect(error.message).toBe('Unexpected server response: 404')
    const other = createConnection({ port: Number(new URL(gateway.url).port), host: '127.0.0.1' })
    other.write('GET /livez HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: h2c\r\n\r\n')
    const [answer] = (await once(other, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200/)
    other.destroy()
  })
})

describe('a ping', () => {
  test('is sent regularly, and a client that does not answer is disconnected', async () => {
    const dead = await open({ autoPong: false })
    const alive = await openInitialized()
    dead.send(initWith(gateway.token))
    expect((await dead.closed).code).toBe(1006)
    expect(alive.socket.readyState).toBe(alive.socket.OPEN)
  })
})

/** An error without the parts that differ per response. */
function faultOf(error: { message: string; path?: unknown; locations?: unknown; extensions: Record<string, unknown> }) {
  const { message, path, locations, extensions } = error
  return { message, path, locations, code: extensions['code'] }
}

function costly(): string {
  const page = 'albums(first: 500) { edges { node { id name } } }'
  return `{ viewer { library { ${Array.from({ length: 40 }, (_, index) => `a${index}: ${page}`).join(' ')} } } }`
}
