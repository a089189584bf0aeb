import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { failuresOfRequests } from '../../http/slowRequests.ts'
import { answerIn, connectTo, postTo } from '../support/plainSocket.ts'
import { portOf, setUpEdge, startEdge } from './edgeServers.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
const edge = setUpEdge()
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const connectToEdge = () => connectTo(portOf(edge.app.server))

/** Advances the timer that looks for slow requests. All other time is real. */
function pass(seconds: number): void {
  vi.advanceTimersByTime(seconds * 1_000)
}

/** Waits until a backend has received this many bytes of bodies. */
async function arrived(backend: 'gateway' | 'services', bytes: number): Promise<void> {
  await expect.poll(() => edge[backend].received).toBe(bytes)
}

/** Connects to an edge that waits only 300 ms for the rest of a request. */
async function connectWithShortTimeouts() {
  const urls = { GATEWAY_URLS: edge.gateway.url, SERVICES_URLS: edge.services.url }
  const { app } = await startEdge(urls, { stallTimeout: 300 })
  return connectTo(portOf(app.server))
}

/** The time in which the gateway must answer the next request. `end` makes this time run out. */
function timeOfNextRequest() {
  const set = vi.spyOn(Socket.prototype, 'setTimeout')
  return {
    end() {
      const place = set.mock.calls.findIndex(([milliseconds]) => milliseconds === 20_000)
      const socket = set.mock.contexts[place]
      if (socket instanceof Socket) socket.emit('timeout')
    },
  }
}

describe('a body that stops', () => {
  test.each([
    ['/graphql', 'gateway'],
    ['/identity/token', 'services'],
    ['/storage/files', 'services'],
  ] as const)('at %s is answered with 408 after 30 s, and is aborted at the %s', async (path, part) => {
    const { send, received, closed } = await connectToEdge()
    send(postTo(path, 10, { 'x-correlation-id': 'action-1' }) + 'fo')
    await arrived(part, 2)
    pass(25)
    send('ur')
    await arrived(part, 4)
    pass(30)
    expect(received()).toBe('')
    pass(5)
    const { status, headers, body } = answerIn(await closed)
    expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      408,
      'application/problem+json',
      'nosniff',
    ])
    expect(headers.get('x-correlation-id')).toBe('action-1')
    expect(JSON.parse(body)).toMatchObject({ status: 408, code: 'REQUEST_TIMEOUT', correlationId: 'action-1' })
    await expect.poll(() => edge[part].seen[0]?.destroyed).toBe(true)
    expect(edge[part].seen[0]?.complete).toBe(false)
  })

  test('before its first byte is answered with 408', async () => {
    const { send, closed } = await connectToEdge()
    const requested = once(edge.app.server, 'request')
    send(postTo('/storage/files', 10))
    await requested
    pass(35)
    expect(answerIn(await closed).status).toBe(408)
  })

  test('without a length is answered with 408', async () => {
    const { send, closed } = await connectToEdge()
    send('POST /graphql HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfour\r\n')
    await arrived('gateway', 4)
    pass(35)
    expect(answerIn(await closed).status).toBe(408)
  })

  test('when its answer has already begun gets no second answer, and the connection ends', async () => {
    edge.services.handle = (_request, response) => void response.writeHead(413).end('too large')
    const { send, received, closed } = await connectToEdge()
    send(postTo('/storage/files', 10) + 'four')
    await expect.poll(received).toContain('too large')
    pass(35)
    expect((await closed).match(/HTTP\/1\.1/g)).toHaveLength(1)
  })
})

describe('the edge does not end', () => {
  test('a body of which a byte arrives every 25 s', async () => {
    const { send, received } = await connectToEdge()
    send(postTo('/storage/files', 5))
    for (const count of [1, 2, 3, 4]) {
      send('x')
      await arrived('services', count)
      pass(25)
    }
    send('x')
    await expect.poll(received).toContain('"size":5')
  })

  test('a body that the services do not read yet', async () => {
    edge.services.handle = (request, response) => void request.on('end', () => response.end('read'))
    const size = 30_000_000
    const connected: Promise<Socket[]> = once(edge.app.server, 'connection')
    const { send, received } = await connectToEdge()
    const [atEdge] = await connected
    send(postTo('/storage/files', size))
    send(Buffer.alloc(size))
    await expect.poll(() => edge.services.seen.length).toBe(1)
    await expect.poll(() => atEdge?.isPaused()).toBe(true)
    pass(300)
    edge.services.seen[0]?.resume()
    await expect.poll(received).toContain('read')
  })

  test('a complete request whose answer takes long', async () => {
    const answers: ServerResponse[] = []
    edge.gateway.handle = (_request, response) => void answers.push(response.writeHead(200))
    const { send, received } = await connectToEdge()
    send(postTo('/graphql', 4) + 'four')
    await expect.poll(() => answers.length).toBe(1)
    answers[0]?.write('first')
    await expect.poll(received).toContain('first')
    pass(300)
    answers[0]?.end('second')
    await expect.poll(received).toContain('second')
  })

  test('a connection between two requests', async () => {
    const { send, received } = await connectToEdge()
    send(postTo('/storage/files', 4) + 'four')
    await expect.poll(received).toContain('"size":4')
    pass(300)
    send(postTo('/storage/files', 3) + 'two')
    await expect.poll(received).toContain('"size":3')
  })

  test('a WebSocket', async () => {
    const { send, received } = await connectToEdge()
    send('GET /graphql HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    await expect.poll(received).toContain('101')
    pass(300)
    send('echo')
    await expect.poll(received).toContain('echo')
  })
})

test('an incomplete request after an unanswered one on the same connection is ended without an answer', async () => {
  edge.gateway.handle = () => {}
  const { send, closed } = await connectToEdge()
  send(postTo('/graphql', 4) + 'four')
  await expect.poll(() => edge.gateway.seen.length).toBe(1)
  const requested = once(edge.app.server, 'request')
  send(postTo('/storage/files', 4))
  await requested
  pass(35)
  expect(await closed).toBe('')
})

describe('the time in which the gateway must answer', () => {
  test('does not include the time in which the client sends nothing', async () => {
    const time = timeOfNextRequest()
    const { send, received } = await connectToEdge()
    send(postTo('/graphql', 10) + 'four')
    await arrived('gateway', 4)
    time.end()
    send('sixsix')
    await expect.poll(received).toContain('"size":10')
  })

  test('when it is over, ends a complete request with 503', async () => {
    edge.gateway.handle = () => {}
    const time = timeOfNextRequest()
    const { send, received } = await connectToEdge()
    send(postTo('/graphql', 4) + 'four')
    await expect.poll(() => edge.gateway.seen.length).toBe(1)
    time.end()
    await expect.poll(() => answerIn(received()).status).toBe(503)
  })
})

describe('with a stall timeout of 300 ms', () => {
  beforeEach(() => {
    vi.useRealTimers()
  })

  test.each(['GET /storage/files HTTP/1.1\r\nHost: local', 'GET'])(
    'incomplete headers are answered with 408: %j',
    async (half) => {
      const { send, closed } = await connectWithShortTimeouts()
      send(half)
      const { status, headers, body } = answerIn(await closed)
      expect(status).toBe(408)
      expect(JSON.parse(body)).toMatchObject({
        code: 'REQUEST_TIMEOUT',
        correlationId: headers.get('x-correlation-id'),
      })
    },
  )

  test('a connection without a request is closed without an answer', async () => {
    const { closed } = await connectWithShortTimeouts()
    expect(await closed).toBe('')
  })

  test('incomplete headers after an answered request are answered with 408', async () => {
    const { send, received, closed } = await connectWithShortTimeouts()
    send(postTo('/storage/files', 4) + 'four')
    await expect.poll(received).toContain('"size":4')
    send('GET /conf')
    expect(await closed).toMatch(/^HTTP\/1\.1 200 [^]*HTTP\/1\.1 408 /)
  })

  test('a connection between two requests stays open', async () => {
    const { send, received } = await connectWithShortTimeouts()
    send(postTo('/storage/files', 4) + 'four')
    await expect.poll(received).toContain('"size":4')
    await new Promise((resolve) => setTimeout(resolve, 900))
    send(postTo('/storage/files', 3) + 'two')
    await expect.poll(received).toContain('"size":3')
  })
})

test('the codes of the answers to slow requests are documented', () => {
  const documented = readFileSync('docs/operations.md', 'utf8')
  for (const { status, code } of failuresOfRequests)
    expect(documented).toMatch(new RegExp(`\\| ${status} +\\| \`${code}\` `))
})

describe('a request that is not valid HTTP', () => {
  test.each([
    ['no method', 'HELLO\r\n\r\n', 400, 'INVALID_REQUEST'],
    ['headers of 20 kB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
  ])('because of %s is answered with a problem document', async (_what, request, status, code) => {
    const { send, closed } = await connectToEdge()
    send(request)
    const answer = answerIn(await closed)
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([status, code])
    expect(answer.headers.get('x-correlation-id')).toBe(JSON.parse(answer.body).correlationId)
  })
})
