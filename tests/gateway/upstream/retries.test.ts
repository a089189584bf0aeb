import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pauseBefore } from '../../../gateway/upstream/outcome.ts'
import { path } from '../../../gateway/upstream/path.ts'
import { Upstream } from '../../../gateway/upstream/upstream.ts'
import { type Behaviour, type FaultyService, startFaultyService } from '../../support/faultyService.ts'
import { stopPerformanceClock } from '../../support/stoppedClock.ts'
import { buildScope, wireAnything } from '../../support/upstreamCalls.ts'

const read = { path: path`/users`, answer: wireAnything }
const write = { method: 'DELETE', path: path`/photos`, body: { photoIds: [] }, answer: wireAnything } as const
const fine: Behaviour = { json: {} }

let service: FaultyService
let upstream: Upstream

beforeEach(async () => {
  service = await startFaultyService()
  upstream = new Upstream({ name: 'photos', baseUrl: service.url, timeout: 30_000, failureTime: 60_000 })
})
afterEach(async () => {
  await upstream.close()
  await service.stop()
})

function failOnce(behaviour: Behaviour): void {
  service.behave = (_call, index) => (index === 0 ? behaviour : fine)
}

const transientFaults: [string, Behaviour][] = [
  ['a lost connection', 'reset'],
  ['a truncated response', 'truncated'],
  ['502', { json: {}, status: 502 }],
  ['503', { json: {}, status: 503 }],
  ['504', { json: {}, status: 504 }],
]
const otherFaults: [string, Behaviour][] = [
  ['500', { json: {}, status: 500 }],
  ['404', { json: {}, status: 404 }],
  ['429', { json: {}, status: 429 }],
  ['invalid JSON', { text: '<html>' }],
  ['a huge response', 'flood'],
]

describe('a read', () => {
  test.each(transientFaults)('is retried once after %s', async (_what, behaviour) => {
    failOnce(behaviour)
    const scope = buildScope()
    await upstream.call(read, scope)
    expect(service.calls).toHaveLength(2)
    expect(scope.observed).toMatchObject([{ attempts: 2, outcome: 'OK' }])
  })

  test.each(otherFaults)('is not retried after %s', async (_what, behaviour) => {
    failOnce(behaviour)
    await expect(upstream.call(read, buildScope())).rejects.toThrow()
    expect(service.calls).toHaveLength(1)
  })

  test('is not retried twice', async () => {
    service.behave = () => ({ json: {}, status: 503 })
    await expect(upstream.call(read, buildScope())).rejects.toThrow('Status Code: 503')
    expect(service.calls).toHaveLength(2)
  })

  test('may be a POST that is marked as a read', async () => {
    failOnce({ json: {}, status: 503 })
    await upstream.call({ ...write, method: 'POST', isRead: true }, buildScope())
    expect(service.calls.map(({ body }) => body)).toEqual(['{"photoIds":[]}', '{"photoIds":[]}'])
  })

  test('is not retried when the deadline would pass while it waits', async () => {
    // On a stopped clock the deadline never passes. So a read that waited as long as Retry-After says would be retried,
    // and this test would notice the retry.
    stopPerformanceClock()
    const hasty = new Upstream({ name: 'photos', baseUrl: service.url, timeout: 10_000, failureTime: 60_000 })
    failOnce({ json: {}, status: 503, headers: { 'retry-after': '10' } })
    await expect(hasty.call(read, buildScope())).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(service.calls).toHaveLength(1)
    await hasty.close()
  })

  test.each([
    ['seconds', () => '1'],
    ['a date', () => new Date(Date.now() + 2_500).toUTCString()],
  ])('waits for the time that Retry-After gives as %s', async (_what, retryAfter) => {
    failOnce({ json: {}, status: 503, headers: { 'retry-after': retryAfter() } })
    const scope = buildScope()
    await upstream.call(read, scope)
    expect(service.calls).toHaveLength(2)
    expect(scope.observed[0]?.milliseconds).toBeGreaterThan(900)
  })

  test('is retried within 60 ms when Retry-After is unreadable', async () => {
    failOnce({ json: {}, status: 503, headers: { 'retry-after': 'soon' } })
    await upstream.call(read, buildScope())
    expect(service.calls).toHaveLength(2)
    const answer = { kind: 'answer', status: 503, body: '', retryAfter: 'soon' } as const
    vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(1)
    expect([pauseBefore(answer), pauseBefore(answer)]).toEqual([10, 60])
    vi.restoreAllMocks()
  })
})

describe('a write', () => {
  test.each(transientFaults)('is not retried after %s', async (_what, behaviour) => {
    failOnce(behaviour)
    await expect(upstream.call(write, buildScope())).rejects.toThrow()
    expect(service.calls).toHaveLength(1)
  })
})

describe('the retry budget', () => {
  test('limits requests to 1.2 times the calls when all of them fail, and does not accumulate while calls succeed', async () => {
    const steady = new Upstream({ name: 'photos', baseUrl: service.url, failures: 1_000 })
    const callOften = async () => {
      for (let round = 0; round < 10; round += 1)
        await Promise.allSettled(Array.from({ length: 10 }, () => steady.call(read, buildScope())))
    }
    await callOften()
    expect(service.calls).toHaveLength(100)
    service.calls.length = 0
    service.behave = () => ({ json: {}, status: 503 })
    await callOften()
    expect(service.calls.length).toBeGreaterThan(112)
    expect(service.calls.length).toBeLessThanOrEqual(120)
    expect(steady.state().retriesLeft).toBe(0)
    await steady.close()
  })

  test('of zero allows no retries', async () => {
    const strict = new Upstream({ name: 'photos', baseUrl: service.url, retryShare: 0 })
    failOnce({ json: {}, status: 503 })
    await expect(strict.call(read, buildScope())).rejects.toThrow('Status Code: 503')
    expect(service.calls).toHaveLength(1)
    await strict.close()
  })
})
