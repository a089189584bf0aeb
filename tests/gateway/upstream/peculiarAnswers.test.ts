import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../../support/gateway.ts'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { type PeculiarServer, head, startPeculiarServer } from './peculiarServer.ts'

const gateway = setUpGateway()
let server: PeculiarServer
let app: FastifyInstance

beforeAll(async () => {
  server = await startPeculiarServer()
  app = await gatewayBefore(server.url)
})
afterAll(() => server.close())

function gatewayBefore(photosUrl: string): Promise<FastifyInstance> {
  return gateway.start({
    PHOTOS_URL: `${photosUrl}/photos`,
    UPSTREAM_TIMEOUT: '3000',
    OPERATION_TIMEOUT: '9000',
    // Allows a retry of every call: the number of requests that hit a closing connection depends on the machine.
    UPSTREAM_RETRY_SHARE: '1',
  })
}

type Answer = (socket: Socket) => void
const [unavailable, invalid, late] = ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_INVALID_RESPONSE', 'UPSTREAM_TIMEOUT']

const json = { 'content-type': 'application/json' }
const body = '{"albumsCount":1,"photosCount":2}'
const whole = head('200 OK', { ...json, 'content-length': body.length }) + body
const chunked = head('200 OK', { ...json, 'transfer-encoding': 'chunked' })
const megabyte = Buffer.alloc(1_000_000, ' ')

const send = (bytes: string | Buffer): Answer => {
  return (socket) => {
    socket.write(bytes)
  }
}
const sendAndEnd = (bytes: string): Answer => {
  return (socket) => {
    socket.end(bytes)
  }
}
const sendJson = (text: string) => send(head('200 OK', { ...json, 'content-length': Buffer.byteLength(text) }) + text)
const sendMegabytes = (headers: string): Answer => {
  return (socket) => {
    socket.write(headers)
    for (let count = 0; count < 20; count += 1) socket.write(megabyte)
  }
}
const zipped: Answer = (socket) => {
  const bytes = gzipSync(body)
  socket.write(head('200 OK', { ...json, 'content-encoding': 'gzip', 'content-length': bytes.length }))
  socket.write(bytes)
}

const counts = '{ viewer { email library { photosCount } } }'
const understood = { photosCount: 2 }
const nothing = { photosCount: null }

describe('an upstream’s response', () => {
  test.each<[string, Answer]>([
    ['without a length, ended by closing the connection', sendAndEnd(head('200 OK', json) + body)],
    ['of HTTP/1.0', sendAndEnd(`HTTP/1.0 200 OK\r\n\r\n${body}`)],
    ['after early hints', send(`${head('103 Early Hints', { link: '</a>' })}${whole}`)],
    ['followed by an unsolicited response', send(whole + whole.replace('2}', '9}'))],
    ['with 500 headers', send(head('200 OK', { ...manyHeaders(), 'content-length': body.length }) + body)],
  ])('%s is understood', async (_what, answer) => {
    await expectAnswer(answer, understood, [])
  })

  test.each<[string, Answer, string]>([
    [
      'shorter than its length says, then closed',
      sendAndEnd(head('200 OK', { 'content-length': 50 }) + body),
      unavailable,
    ],
    ['shorter than its content length, then silent', send(head('200 OK', { 'content-length': 50 }) + body), late],
    ['longer than its content length', send(head('200 OK', { 'content-length': 10 }) + body), invalid],
    ['in chunks without the last one', sendAndEnd(`${chunked}21\r\n${body}\r\n`), unavailable],
    [
      'with two content lengths',
      send(`HTTP/1.1 200 OK\r\ncontent-length: 33\r\ncontent-length: 3\r\n\r\n${body}`),
      invalid,
    ],
    ['with a content length and in chunks', send(chunked.replace('\r\n', '\r\ncontent-length: 33\r\n')), invalid],
    ['of 20 MB', sendMegabytes(head('200 OK', { ...json, 'content-length': 20_000_000 })), invalid],
    ['without end', sendMegabytes(head('200 OK', json)), invalid],
    ['with headers of 100 kB', send(head('200 OK', { 'x-large': 'a'.repeat(100_000), 'content-length': 0 })), invalid],
    ['compressed without being requested', zipped, invalid],
    ['with status 304', send(head('304 Not Modified', { etag: '"a"' })), unavailable],
    ['with status 204', send(head('204 No Content', {})), invalid],
    [
      'that switches to another protocol',
      send(head('101 Switching Protocols', { upgrade: 'h2c', connection: 'upgrade' })),
      unavailable,
    ],
    ['nested 100,000 levels deep', sendJson('['.repeat(100_000)), invalid],
    ['with an infinite count', sendJson('{"albumsCount":1,"photosCount":1e400}'), invalid],
    ['with a __proto__ key', sendJson(`{"__proto__":${body}}`), invalid],
  ])('%s makes one field null, and the next response is correct', async (_what, answer, code) => {
    await expectAnswer(answer, nothing, [code])
    await expectAnswer(send(whole), understood, [])
  })

  test('that redirects is not followed', async () => {
    const elsewhere = await startPeculiarServer()
    elsewhere.answer = send(whole)
    await expectAnswer(
      send(head('307 Temporary Redirect', { location: `${elsewhere.url}/photos/users`, 'content-length': 0 })),
      nothing,
      [unavailable],
    )
    expect(elsewhere.requests).toEqual([])
    await elsewhere.close()
  })

  test('that is not HTTP makes one field null', async () => {
    for (const text of ['SSH-2.0-OpenSSH_9.6\r\n', body, '\u0015\u0003\u0003\u0000\u0002\u0002(']) {
      server.answer = sendAndEnd(text)
      const { data, errors } = await ask(app, counts, { token: gateway.token })
      expect(data.viewer.library).toEqual(nothing)
      expect([unavailable, invalid]).toContain(errors[0]?.extensions['code'])
    }
  })
})

describe('connections', () => {
  test('that the upstream closes between two requests do not make reads fail', async () => {
    server.answer = (socket) => {
      socket.write(whole)
      setTimeout(() => socket.destroy(), 2)
    }
    for (let count = 0; count < 60; count += 1) {
      await sleep(count % 4)
      const { data } = await ask(app, counts, { token: gateway.token })
      expect(data.viewer.library).toEqual(understood)
    }
  })

  test.each([
    ['whose host name does not resolve', () => 'http://photos.invalid'],
    ['that does not support TLS', () => server.url.replace('http:', 'https:')],
  ])('make one field null if the upstream is one %s', async (_what, urlOf) => {
    server.answer = send(whole)
    const elsewhere = await gatewayBefore(urlOf())
    const { status, data, errors } = await ask(elsewhere, counts, { token: gateway.token })
    expect([status, data.viewer.library]).toEqual([200, nothing])
    expect([unavailable, late, invalid]).toContain(errors[0]?.extensions['code'])
  })
})

function manyHeaders(): Record<string, number> {
  return Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x-${index}`, index]))
}

async function expectAnswer(answer: Answer, library: object, codes: readonly unknown[]): Promise<void> {
  server.answer = answer
  const { status, data, errors } = await ask(app, counts, { token: gateway.token })
  expect(status).toBe(200)
  expect(data.viewer).toEqual({ email: 'a@example.com', library })
  expect(errors.map(({ extensions }) => extensions['code'])).toEqual(codes)
}
