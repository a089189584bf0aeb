import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { path } from '../../../gateway/upstream/path.ts'
import { Upstream } from '../../../gateway/upstream/upstream.ts'
import { wireSchema } from '../../../gateway/upstream/wireSchema.ts'
import {
  type Behaviour,
  type FaultyService,
  startFaultyService,
  startHalfOpenPort,
} from '../../support/faultyService.ts'
import { stopTimers } from '../../support/stoppedClock.ts'
import { buildScope } from '../../support/upstreamCalls.ts'

const answer = wireSchema(z.object({ photosCount: z.number() }))
const count = { path: path`/users`, answer }
const connections = 2

let service: FaultyService
let upstream: Upstream

beforeAll(async () => {
  service = await startFaultyService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  // Transferring many megabytes takes long on a busy machine.
  upstream = new Upstream({ name: 'photos', baseUrl: service.url, timeout: 30_000, connections, retryShare: 0 })
  // `stopTimers` requires that undici has made a call before.
  service.behave = () => ({ json: { photosCount: 1 } })
  await upstream.call(count, buildScope())
  service.calls.length = 0
})
afterEach(() => upstream.close())

const failures: [string, Behaviour, string, RegExp][] = [
  ['resets the connection', 'reset', 'UPSTREAM_UNAVAILABLE', /ECONNRESET|closed/],
  ['sends less than its content length', 'truncated', 'UPSTREAM_UNAVAILABLE', /closed/],
  ['sends more than 8 MB', 'flood', 'UPSTREAM_INVALID_RESPONSE', /more than 8388608 bytes/],
  [
    'answers HTML',
    { text: '<html>Secret</html>', type: 'text/html' },
    'UPSTREAM_INVALID_RESPONSE',
    /did not answer JSON$/,
  ],
  ['sends truncated JSON', { text: '{"photosCount":' }, 'UPSTREAM_INVALID_RESPONSE', /did not answer JSON$/],
  [
    'sends an empty body',
    { text: '' },
    'UPSTREAM_INVALID_RESPONSE',
    /GET \/users sent a response that does not fit the schema: it must be object$/,
  ],
  [
    'answers another shape',
    { json: { photosCount: 'secret' } },
    'UPSTREAM_INVALID_RESPONSE',
    /: photosCount must be number$/,
  ],
  ['responds with 503', { json: {}, status: 503 }, 'UPSTREAM_UNAVAILABLE', /Status Code: 503/],
  ['responds with 504', { json: {}, status: 504 }, 'UPSTREAM_TIMEOUT', /Status Code: 504/],
  ['responds with 404', { json: {}, status: 404 }, 'NOT_FOUND', /Status Code: 404/],
  ['redirects', { json: {}, status: 302, headers: { location: '/' } }, 'UPSTREAM_UNAVAILABLE', /Status Code: 302/],
]

describe('a service that', () => {
  test.each(failures)(
    '%s fails the call with the right code, and leaves no connection open',
    async (_what, behaviour, code, why) => {
      service.behave = () => behaviour
      const scope = buildScope()
      const calls = await Promise.allSettled(
        [1, 2, 3, 4].map(() => upstream.call(count, { ...scope, flights: new Map() })),
      )
      for (const call of calls) expect(call).toMatchObject({ status: 'rejected', reason: { code, upstream: 'photos' } })
      expect(String(calls[0]?.status === 'rejected' && calls[0].reason)).toMatch(why)
      expect(scope.observed.map(({ outcome }) => outcome)).toEqual([code, code, code, code])
      expect(upstream.state()).toMatchObject({ inFlight: 0, queued: 0 })

      service.behave = () => ({ json: { photosCount: 7 } })
      await expect(upstream.call(count, buildScope())).resolves.toEqual({ photosCount: 7 })
    },
  )

  test.each<[string, Behaviour, string]>([
    ['a problem', { json: { code: 'NOT_FOUND', detail: 'Anna’s album' }, status: 404 }, 'NOT_FOUND'],
    ['a problem with another code', { json: { code: 'Anna’s album' }, status: 404 }, '(without a code)'],
    ['a text', { json: 'Anna’s album', status: 404 }, '(without a code)'],
    ['a long problem', { json: { code: 'NOT_FOUND', detail: 'a'.repeat(10_000) }, status: 404 }, '(without a code)'],
  ])(
    'answers %s fails the call with the text of the specification, without personal data',
    async (_what, behaviour, text) => {
      service.behave = () => behaviour
      const call = { path: path`/albums/${'secret'}`, query: { name: 'Anna' }, answer }
      const url = `${service.url}/albums/:id`
      await expect(upstream.call(call, buildScope())).rejects.toHaveProperty(
        'message',
        `photos: Error ${text}; Status Code: 404 Received from ${url}`,
      )
    },
  )

  test.each<[string, Behaviour]>([
    ['never responds', 'silence'],
    ['responds a few bytes at a time', 'drip'],
  ])('%s fails all calls at their deadline, not before, and leaves no connection open', async (_what, behaviour) => {
    const timers = stopTimers()
    service.behave = () => behaviour
    const scope = buildScope({ deadline: performance.now() + 5_000 })
    const calls = Promise.allSettled([1, 2, 3, 4].map(() => upstream.call(count, { ...scope, flights: new Map() })))
    await timers.until(() => service.calls.length === connections)
    await timers.pass(4_999)
    expect(scope.observed).toEqual([])
    expect(upstream.state()).toMatchObject({ inFlight: connections, queued: 2 })
    await timers.pass(1)
    for (const call of await calls)
      expect(call).toMatchObject({ status: 'rejected', reason: { code: 'UPSTREAM_TIMEOUT' } })
    expect(scope.observed.map(({ milliseconds }) => milliseconds)).toEqual([5_000, 5_000, 5_000, 5_000])
    expect(upstream.state()).toMatchObject({ inFlight: 0, queued: 0 })

    service.behave = () => ({ json: { photosCount: 7 } })
    await expect(upstream.call(count, buildScope())).resolves.toEqual({ photosCount: 7 })
  })

  test('accepts connections and never responds fails at its timeout, and leaves no connection open', async () => {
    const timers = stopTimers()
    const port = await startHalfOpenPort()
    const silent = new Upstream({ name: 'photos', baseUrl: port.url, timeout: 200, connections, retryShare: 0 })
    const scope = buildScope()
    const calls = [1, 2, 3, 4].map(() => silent.call(count, { ...scope, flights: new Map() }))
    const all = Promise.allSettled(calls)
    await timers.until(() => port.sockets.size === connections)
    await timers.pass(199)
    expect(scope.observed).toEqual([])
    await timers.pass(1)
    await all
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' })
    await timers.until(() => port.sockets.size === 0)
    await silent.close()
    await port.close()
  })

  test('does not accept connections in time is retried once, and is then unavailable', async () => {
    const port = await startHalfOpenPort()
    const baseUrl = port.url.replace('http:', 'https:')
    const unreachable = new Upstream({ name: 'photos', baseUrl, connectTimeout: 200 })
    const scope = buildScope()
    await expect(unreachable.call(count, scope)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(scope.observed).toMatchObject([{ attempts: 2 }])
    await unreachable.close()
    await port.close()
  })

  test('would get a request with invalid headers is not called', async () => {
    const call = upstream.call({ ...count, headers: { 'x-forwarded-host': 'a\r\nb' } }, buildScope())
    await expect(call).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(service.calls).toEqual([])
  })
})

describe('a deadline', () => {
  test('that is over prevents the call', async () => {
    const scope = buildScope({ deadline: performance.now() - 1 })
    await expect(upstream.call(count, scope)).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' })
    expect(service.calls).toEqual([])
    expect(scope.observed).toMatchObject([{ attempts: 0, outcome: 'UPSTREAM_TIMEOUT' }])
  })

  test('includes the time a call waits for a connection', async () => {
    const timers = stopTimers()
    service.behave = () => 'silence'
    const held = Promise.allSettled([1, 2].map(() => upstream.call(count, buildScope())))
    const scope = buildScope({ deadline: performance.now() + 250 })
    const waiting = upstream.call(count, scope)
    void waiting.catch(() => undefined)
    await timers.pass(249)
    expect(upstream.state()).toMatchObject({ inFlight: 2, queued: 1 })
    await timers.pass(1)
    await expect(waiting).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' })
    expect(scope.observed).toMatchObject([{ attempts: 0 }])
    expect(upstream.state()).toMatchObject({ inFlight: 2, queued: 0 })
    await timers.until(() => service.calls.length === 2)
    await upstream.close()
    await held
  })
})

describe('many concurrent calls', () => {
  test('use at most the allowed connections, and all succeed', async () => {
    let [open, most] = [0, 0]
    service.behave = ({ path: asked }) => {
      most = Math.max(most, (open += 1))
      setTimeout(() => (open -= 1), 5)
      return { json: { photosCount: Number(asked.slice(1)) }, after: 5 }
    }
    const numbers = Array.from({ length: 12 }, (_, index) => index)
    const calls = numbers.map((number) => upstream.call({ path: path`/${number}`, answer }, buildScope()))
    const answers = await Promise.all(calls)
    expect(answers.map(({ photosCount }) => photosCount)).toEqual(numbers)
    expect(most).toBeLessThanOrEqual(2)
  })

  test('fail at once when the queue is full', async () => {
    // On a stopped clock, a call that waited would never fail.
    stopTimers()
    const narrow = new Upstream({ name: 'photos', baseUrl: service.url, timeout: 200, connections: 1, queue: 1 })
    service.behave = () => 'silence'
    const held = Promise.allSettled([1, 2].map(() => narrow.call(count, buildScope())))
    await expect(narrow.call(count, buildScope())).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'photos: too many calls wait for it',
    })
    await narrow.close()
    await held
  })

  test('do not slow down other services if their own service stalls', async () => {
    const port = await startHalfOpenPort()
    const stalled = new Upstream({ name: 'photos', baseUrl: port.url, timeout: 60_000, connections: 2, queue: 10 })
    const waiting = Array.from({ length: 30 }, () => stalled.call(count, buildScope()).catch(() => undefined))
    service.behave = () => ({ json: { photosCount: 1 } })
    await Promise.all([1, 2, 3].map(() => upstream.call(count, buildScope())))
    expect(stalled.state()).toMatchObject({ inFlight: 2 })
    await stalled.close()
    await Promise.all(waiting)
    await port.close()
  })

  test('of one customer wait for each other, and calls of other customers overtake them', async () => {
    const limits = { connections: 4, customerConnections: 2, queue: 4, failures: 1, failureTime: 0 }
    const shared = new Upstream({ name: 'photos', baseUrl: service.url, timeout: 60_000, ...limits })
    service.behave = ({ path: asked }) => (asked === '/slow' ? 'silence' : { json: { photosCount: 7 } })
    const slow = { path: path`/slow`, answer }
    const busy = Array.from({ length: 5 }, () => shared.call(slow, buildScope({ accountId: 'busy' })))
    const ended = Promise.allSettled(busy)
    await expect.poll(() => shared.state()).toMatchObject({ inFlight: 2, queued: 3 })

    // The busy customer has used their part of the queue. This is not a failure of the service.
    const refused = shared.call(slow, buildScope({ accountId: 'busy' }))
    await expect(refused).rejects.toMatchObject({ message: 'photos: too many calls wait for it' })
    expect(shared.state().circuit).toBe('closed')
    for (const accountId of ['other', undefined])
      await expect(shared.call(count, buildScope({ accountId }))).resolves.toEqual({ photosCount: 7 })
    await shared.close()
    await ended
  })

  test('of one customer are sent in the order of arrival', async () => {
    const shared = new Upstream({ name: 'photos', baseUrl: service.url, customerConnections: 1 })
    service.behave = ({ path: asked }) => ({ json: { photosCount: Number(asked.slice(1)) }, after: 1 })
    const numbers = [1, 2, 3, 4]
    service.calls.length = 0
    const calls = numbers.map((number) =>
      shared.call({ path: path`/${number}`, answer }, buildScope({ accountId: 'busy' })),
    )
    expect((await Promise.all(calls)).map(({ photosCount }) => photosCount)).toEqual(numbers)
    expect(service.calls.map((call) => call.path)).toEqual(['/1', '/2', '/3', '/4'])
    expect(shared.state()).toMatchObject({ inFlight: 0, queued: 0 })
    await shared.close()
  })
})
