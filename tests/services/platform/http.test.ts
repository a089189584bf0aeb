import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { createServer } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createHttpClient } from '../../../services/platform/http.ts'
import { notFound, Problem, unauthenticated } from '../../../services/platform/problems.ts'
import { createServiceApp } from '../../../services/platform/serviceApp.ts'
import { freePort } from '../../../launcher/ports.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
let app: FastifyInstance
let url: string

beforeAll(async () => {
  app = createServiceApp(pino({ level: 'silent' }), ['loopback'])
  app.get('/id', async (request) => ({ id: request.id }))
  app.post('/echo', async (request) => ({ body: request.body, authorization: request.headers.authorization ?? null }))
  app.get('/things/:id', async () => 'a thing')
  app.get('/missing', async () => {
    throw notFound()
  })
  app.get('/unknown', async () => {
    throw unauthenticated('Who?')
  })
  app.get('/bug', async () => {
    throw new Error('select secret from table')
  })
  app.get('/later', async () => {
    throw new Problem(429, 'RATE_LIMITED', 'Later.', { 'retry-after': '7' })
  })
  app.get('/html', async (_request, reply) => reply.type('text/html').send('<p>'))
  app.get('/endless', (_request, reply) => {
    reply.raw.write('{')
  })
  app.get('/elsewhere', async (_request, reply) => reply.redirect('/id'))
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  app.server.closeAllConnections()
  await app.close()
})

describe('the correlation id', () => {
  // The gateway forwards ids of 1 to 64 characters.
  test.each(['abc-12345', 'a', '_.-'.padEnd(64, 'x')])('of the caller is used and returned: %s', async (given) => {
    const answer = await app.inject({ url: '/id', headers: { 'x-correlation-id': given } })
    expect(answer.json()).toEqual({ id: given })
    expect(answer.headers['x-correlation-id']).toBe(given)
  })

  test.each([undefined, '', 'with space in it', 'x'.repeat(129), 'line\tbreaks', '{"a":1,"b":2}', 'ünïcödé-id'])(
    'is created if the given one is %j',
    async (given) => {
      const answer = await app.inject({ url: '/id', headers: given === undefined ? {} : { 'x-correlation-id': given } })
      expect(answer.headers['x-correlation-id']).toMatch(uuid)
    },
  )
})

describe('failures', () => {
  test.each([
    ['/missing', 404, 'NOT_FOUND', 'Not Found', 'There is nothing at this address.'],
    ['/things/%zz', 400, 'INVALID_REQUEST', 'Bad Request', 'This is not a URL.'],
    [`/things/${'a'.repeat(5000)}`, 404, 'NOT_FOUND', 'Not Found', 'There is nothing at this address.'],
    ['/no-such-route', 404, 'NOT_FOUND', 'Not Found', 'There is nothing at this address.'],
    ['/unknown', 401, 'UNAUTHENTICATED', 'Unauthorized', 'Who?'],
    ['/bug', 500, 'INTERNAL_ERROR', 'Internal Server Error', expect.not.stringContaining('secret')],
    ['/later', 429, 'RATE_LIMITED', 'Too Many Requests', 'Later.'],
  ])('%#. %.30s is answered with a problem', async (path, status, code, title, detail) => {
    const answer = await app.inject({ url: path, headers: { 'x-correlation-id': 'abc-12345' } })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.headers['x-correlation-id']).toBe('abc-12345')
    expect(answer.json()).toEqual({ type: 'about:blank', title, status, code, detail, correlationId: 'abc-12345' })
  })

  test('a problem may have additional headers', async () => {
    expect((await app.inject('/later')).headers['retry-after']).toBe('7')
    expect((await app.inject('/unknown')).headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  })

  test.each([
    ['{', 'application/json', 400, 'INVALID_REQUEST'],
    [JSON.stringify('x'.repeat(1_100_000)), 'application/json', 413, 'BODY_TOO_LARGE'],
    ['<a/>', 'application/xml', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('body %#, of the type %s, is answered with a problem', async (payload, type, status, code) => {
    const answer = await app.inject({ method: 'POST', url: '/echo', payload, headers: { 'content-type': type } })
    expect(answer.json()).toMatchObject({ status, code })
  })
})

describe('a call to another service', () => {
  const http = createHttpClient('secret')
  const anything = z.unknown()

  test('carries body, token and correlation id, and checks the answer', async () => {
    const answer = await http.call({
      url: `${url}/echo`,
      method: 'POST',
      body: { a: 1 },
      token: 't',
      answer: z.object({ body: z.object({ a: z.number() }), authorization: z.string() }),
    })
    expect(answer).toEqual({ body: { a: 1 }, authorization: 'Bearer t' })
    const { id } = await http.call({
      url: `${url}/id`,
      correlationId: 'abc-12345',
      answer: z.object({ id: z.string() }),
    })
    expect(id).toBe('abc-12345')
  })

  test('that is refused rejects with status and code', async () => {
    await expect(http.call({ url: `${url}/missing?signature=secret`, answer: anything })).rejects.toMatchObject({
      reason: 'status',
      status: 404,
      code: 'NOT_FOUND',
      message: `GET ${url}/missing answered 404.`,
    })
  })

  test.each([
    ['/html', 'not JSON'],
    ['/id', 'in another shape'],
  ])('whose answer (%s) is %s fails', async (path) => {
    const answer = z.object({ other: z.string() })
    await expect(http.call({ url: url + path, answer })).rejects.toMatchObject({ reason: 'invalid', status: 200 })
  })

  test('fails at its deadline if the answer does not end', async () => {
    const call = http.call({ url: `${url}/endless`, deadlineMilliseconds: 100, answer: anything })
    await expect(call).rejects.toMatchObject({ reason: 'timeout', status: null })
  })

  test('fails if no server listens, or if the server closes the connection', async () => {
    await expect(http.call({ url: `http://127.0.0.1:${await freePort()}/`, answer: anything })).rejects.toMatchObject({
      reason: 'unreachable',
    })
    const port = await freePort()
    const rude = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
    await once(rude, 'listening')
    await expect(http.call({ url: `http://127.0.0.1:${port}/`, answer: anything })).rejects.toMatchObject({
      reason: 'unreachable',
    })
    rude.close()
  })

  test('does not follow redirects, because their target would get the token', async () => {
    await expect(http.call({ url: `${url}/elsewhere`, token: 't', answer: anything })).rejects.toMatchObject({
      reason: 'unreachable',
    })
  })
})
