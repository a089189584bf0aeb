import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Offers } from '../../../gateway/upstream/offers.ts'
import { path } from '../../../gateway/upstream/path.ts'
import { Upstream } from '../../../gateway/upstream/upstream.ts'
import { type Behaviour, type FaultyService, startFaultyService } from '../../support/faultyService.ts'
import { buildScope, wireAnything } from '../../support/upstreamCalls.ts'

const lookup = ['post', '/photos/lookup'] as const
const withLookup = { json: { openapi: '3.1.0', paths: { '/photos/lookup': { post: {} }, '/photos': { get: {} } } } }
const failing = (status: number): Behaviour => ({ json: {}, status })
const plain = failing(404)

let service: FaultyService
let upstream: Upstream
let offers: Offers
let document: Behaviour = withLookup
let answer: Behaviour = { json: { images: [] } }
const reads = () => service.calls.filter(({ path: called }) => called.endsWith('/openapi.json')).length
const ask = () =>
  offers.ask(lookup, () =>
    upstream.call({ method: 'POST', path: path`/photos/lookup`, answer: wireAnything }, buildScope()),
  )

beforeAll(async () => {
  service = await startFaultyService()
})
afterAll(() => service.stop())
beforeEach(() => {
  service.calls.length = 0
  document = withLookup
  answer = { json: { images: [] } }
  service.behave = ({ path: called }) => (called.endsWith('/openapi.json') ? document : answer)
  upstream = new Upstream({ name: 'photos', baseUrl: `${service.url}/photos` })
  offers = new Offers(upstream)
})
afterEach(async () => {
  vi.useRealTimers()
  await upstream.close()
})

describe('a call beyond the specification', () => {
  test('is made when the service’s OpenAPI document contains it; the document is read once', async () => {
    expect(await Promise.all([ask(), ask()])).toEqual([{ images: [] }, { images: [] }])
    expect(offers.lacks(lookup)).toBe(false)
    expect(await offers.has(['get', '/photos/lookup'])).toBe(false)
    expect(reads()).toBe(1)
  })

  test('may be a specified call with an additional parameter, if the document lists the parameter', async () => {
    const operation = { parameters: [{ name: 'limit', in: 'query' }] }
    document = {
      json: { paths: { '/photos': { get: operation, post: { parameters: 'none' } }, '/users': { get: {} } } },
    }
    const calls = [
      ['get', '/photos', 'limit'],
      ['get', '/photos', 'cursor'],
      ['post', '/photos', 'limit'],
      ['get', '/users', 'limit'],
      ['get', '/albums', 'limit'],
      ['get', '/users'],
    ] as const
    const offered = [true, false, false, false, false, true]
    expect(await Promise.all(calls.map((call) => offers.has(call)))).toEqual(offered)
    expect(calls.map((call) => !offers.lacks(call))).toEqual(offered)
  })

  test.each<[string, Behaviour]>([
    ['has no document', plain],
    ['has another JSON value at the address of the document', { json: { paths: [] } }],
    ['has an HTML page at the address of the document', { text: '<!doctype html>' }],
    ['requires a token for its document', failing(401)],
    ['fails for unknown paths', failing(500)],
  ])('is not made when the service %s', async (_what, behaviour) => {
    expect(offers.lacks(lookup)).toBe(false)
    document = behaviour
    expect([await ask(), await ask(), offers.lacks(lookup)]).toEqual([undefined, undefined, true])
    expect(service.calls).toHaveLength(1)
  })

  test.each<[string, Behaviour]>([
    ...[503, 502, 504, 429].map((status): [string, Behaviour] => [String(status), failing(status)]),
    ['no response', 'reset'],
  ])('fails while the service is down (%s), and is made afterwards', async (_what, behaviour) => {
    document = behaviour
    await expect(ask()).rejects.toMatchObject({ name: 'UpstreamError' })
    document = withLookup
    expect(await ask()).toEqual({ images: [] })
  })

  test('is not made again after the service has answered 405; the document is read again', async () => {
    await ask()
    answer = failing(405)
    document = plain
    expect(await ask()).toBeUndefined()
    expect([await ask(), reads()]).toEqual([undefined, 2])
  })

  test('is still offered after the service has answered 404 for one object', async () => {
    const neighbours = ['get', '/photos/{id}/neighbours'] as const
    document = { json: { paths: { [neighbours[1]]: { get: {} } } } }
    answer = failing(404)
    const askAboutObject = () =>
      offers.ask(neighbours, () =>
        upstream.call({ path: path`/photos/1/neighbours`, answer: wireAnything }, buildScope()),
      )
    await expect(askAboutObject()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(askAboutObject()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(reads()).toBe(1)
  })

  test('is looked up again after five minutes; the older document is used until the new one is read', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    await ask()
    document = plain
    vi.advanceTimersByTime(5 * 60_000)
    expect([await ask(), reads()]).toEqual([{ images: [] }, 1])
    vi.advanceTimersByTime(1)
    expect(await ask()).toEqual({ images: [] })
    await expect.poll(() => offers.lacks(lookup)).toBe(true)
    expect([await ask(), reads()]).toEqual([undefined, 2])
  })

  test('is still made when the document cannot be read again', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    await ask()
    document = failing(503)
    vi.advanceTimersByTime(5 * 60_000 + 1)
    expect(await ask()).toEqual({ images: [] })
    await expect.poll(reads).toBeGreaterThan(1)
    expect(await ask()).toEqual({ images: [] })
  })
})
