import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { UpstreamError } from '../../../gateway/errors/upstreamError.ts'
import { CircuitBreaker } from '../../../gateway/upstream/circuitBreaker.ts'
import { path } from '../../../gateway/upstream/path.ts'
import type { UpstreamSettings } from '../../../gateway/upstream/settings.ts'
import { Upstream } from '../../../gateway/upstream/upstream.ts'
import { type FaultyService, startFaultyService } from '../../support/faultyService.ts'
import { buildScope, wireAnything } from '../../support/upstreamCalls.ts'
import { seededRandom } from '../../support/random.ts'

const read = { path: path`/users`, answer: wireAnything }

let service: FaultyService
let upstream: Upstream
let lines: string[]

beforeEach(async () => {
  service = await startFaultyService()
  lines = []
})
afterEach(async () => {
  await upstream.close()
  await service.stop()
})

function open(settings: Partial<UpstreamSettings> = {}): Upstream {
  const log = { warn: (fields: object, message: string) => lines.push(`${JSON.stringify(fields)} ${message}`) }
  const quick = { timeout: 10_000, failures: 3, failureTime: 0, probeInterval: 100, retryShare: 0 }
  upstream = new Upstream({ name: 'photos', baseUrl: service.url, log, ...quick, ...settings })
  return upstream
}

/** The outcome of a call: OK, or its error code. */
async function outcome(): Promise<string> {
  try {
    await upstream.call(read, buildScope())
    return 'OK'
  } catch (error) {
    return error instanceof UpstreamError ? error.code : String(error)
  }
}

async function outcomes(count: number): Promise<string[]> {
  const all: string[] = []
  for (let index = 0; index < count; index += 1) all.push(await outcome())
  return all
}

describe('a circuit', () => {
  test('opens after consecutive failures, and then rejects calls without making them', async () => {
    open({ probeInterval: 60_000 })
    service.behave = () => ({ json: {}, status: 503 })
    expect(await outcomes(6)).toEqual(Array.from({ length: 6 }, () => 'UPSTREAM_UNAVAILABLE'))
    expect(service.calls).toHaveLength(3)
    expect(upstream.state().circuit).toBe('open')
  })

  test('stays closed when a call succeeds in between', async () => {
    open()
    service.behave = (_call, index) => ({ json: {}, status: index % 3 === 2 ? 200 : 503 })
    await outcomes(12)
    expect(service.calls).toHaveLength(12)
    expect(upstream.state().circuit).toBe('closed')
  })

  test.each([400, 401, 404, 409, 429, 500])('counts a response with %d as success', async (status) => {
    open()
    service.behave = () => ({ json: {}, status })
    await outcomes(6)
    expect(service.calls).toHaveLength(6)
    expect(upstream.state().circuit).toBe('closed')
  })

  test('counts an unreadable response as success', async () => {
    open()
    service.behave = () => ({ text: '<html>' })
    expect(new Set(await outcomes(6))).toEqual(new Set(['UPSTREAM_INVALID_RESPONSE']))
    expect(upstream.state().circuit).toBe('closed')
  })

  test('does not open after a short disturbance, however many calls fail', async () => {
    open({ failureTime: 60_000 })
    service.behave = () => ({ json: {}, status: 503 })
    await outcomes(12)
    expect(service.calls).toHaveLength(12)
  })

  test('opens after calls that timed out', async () => {
    open({ timeout: 500, probeInterval: 60_000 })
    service.behave = () => 'silence'
    expect(await Promise.all([outcome(), outcome(), outcome()])).toEqual(Array(3).fill('UPSTREAM_TIMEOUT'))
    expect(upstream.state().circuit).toBe('open')
  })

  test('does not count calls that had hardly any time left', async () => {
    open()
    service.behave = () => 'silence'
    const hurried = () => upstream.call(read, buildScope({ deadline: performance.now() + 100 }))
    for (let index = 0; index < 5; index += 1) await expect(hurried()).rejects.toThrow('no answer within')
    expect(upstream.state().circuit).toBe('closed')
  })

  test('does not count calls that were aborted because the upstream object was closed', async () => {
    open({ failures: 2 })
    service.behave = () => 'silence'
    const calls = [1, 2, 3].map(outcome)
    await expect.poll(() => service.calls).toHaveLength(3)
    await upstream.close()
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 3 }, () => 'UPSTREAM_UNAVAILABLE'))
    expect(lines).toEqual([])
  })

  test('stays closed for a service that responds with 503 to 30 % of the calls', async () => {
    open({ failures: 10, failureTime: 250, retryShare: 0.2 })
    const random = seededRandom(7)
    service.behave = () => ({ json: {}, status: random() < 0.3 ? 503 : 200 })
    const all = (await Promise.all(Array.from({ length: 8 }, () => outcomes(50)))).flat()
    expect(lines).toEqual([])
    // Without retries, 30 % would fail. With one retry for every fifth call, about 16 % do.
    expect(all.filter((one) => one === 'OK').length).toBeGreaterThan(300)
    expect(service.calls.length).toBeLessThanOrEqual(400 * 1.2 + 3)
  })

  test('does not open when old calls time out after newer ones have succeeded', async () => {
    open({ timeout: 10_000 })
    service.behave = (_call, index) => (index < 4 ? 'silence' : { json: {} })
    const old = Array.from({ length: 4 }, () => outcome())
    await expect.poll(() => service.calls.length).toBe(4)
    expect(await outcome()).toBe('OK')
    expect(new Set(await Promise.all(old))).toEqual(new Set(['UPSTREAM_TIMEOUT']))
    expect(upstream.state().circuit).toBe('closed')
  })

  test.each([
    [
      'all calls within 25 ms as one probe, if the probe had been due for more than 1 s',
      1_101,
      [true, true, true, false],
    ],
    ['only one call as a probe, if the probe had been due for at most 1 s', 1_100, [true, false, false, false]],
  ])('that is open admits %s', (_calls, time, admitted) => {
    const listener = { onOpen: () => undefined, onClose: () => undefined }
    const circuit = new CircuitBreaker({ failures: 1, failureTime: 0, probeInterval: 100 }, listener)
    circuit.failed(0, 0)
    expect([0, 10, 24, 25].map((delay) => circuit.admits(time + delay))).toEqual(admitted)
  })

  test('is logged once when it opens and once when it closes', async () => {
    open()
    service.behave = () => ({ json: {}, status: 503 })
    await outcomes(5)
    service.behave = () => ({ json: {} })
    await expect.poll(outcome).toBe('OK')
    await outcomes(3)
    expect(lines).toEqual([
      '{"upstream":"photos"} an upstream has stopped answering; its circuit is open',
      '{"upstream":"photos"} an upstream answers again; its circuit is closed',
    ])
  })
})

describe('an upstream recovers', () => {
  test('after a restart, with the next admitted call', async () => {
    open({ probeInterval: 100 })
    expect(await outcome()).toBe('OK')
    await service.stop()
    expect(new Set(await outcomes(5))).toEqual(new Set(['UPSTREAM_UNAVAILABLE']))
    expect(upstream.state().circuit).toBe('open')
    await service.start()
    await expect.poll(outcome, { interval: 20 }).toBe('OK')
    expect(await outcomes(5)).toEqual(['OK', 'OK', 'OK', 'OK', 'OK'])
  })

  test('even while the previous probe hangs', async () => {
    open({ timeout: 60_000, probeInterval: 50 })
    service.behave = () => ({ json: {}, status: 503 })
    await outcomes(3)
    service.behave = () => 'silence'
    await wait(60)
    const hanging = outcome()
    await expect.poll(() => service.calls.length).toBe(4)
    service.behave = () => ({ json: {} })
    await expect.poll(outcome, { interval: 20 }).toBe('OK')
    await upstream.close()
    expect(await hanging).toBe('UPSTREAM_UNAVAILABLE')
  })

  test('even while all connections hang and calls are queued', async () => {
    open({ timeout: 60_000, connections: 2, queue: 2, failures: 3, probeInterval: 50 })
    service.behave = () => 'silence'
    const stuck = Array.from({ length: 4 }, () => outcome())
    await expect.poll(() => service.calls.length).toBe(2)
    // The queue is full: the circuit detects a stall before any call times out.
    expect(await outcomes(3)).toEqual(Array.from({ length: 3 }, () => 'UPSTREAM_UNAVAILABLE'))
    expect(await Promise.all(stuck.slice(2))).toEqual(['UPSTREAM_UNAVAILABLE', 'UPSTREAM_UNAVAILABLE'])
    expect(upstream.state()).toMatchObject({ circuit: 'open', inFlight: 2, queued: 0 })

    service.behave = () => ({ json: {} })
    await expect.poll(outcome, { interval: 20 }).toBe('OK')
    expect(await Promise.all([outcome(), outcome(), outcome()])).toEqual(['OK', 'OK', 'OK'])
    await upstream.close()
    expect(await Promise.all(stuck.slice(0, 2))).toEqual(['UPSTREAM_UNAVAILABLE', 'UPSTREAM_UNAVAILABLE'])
  })

  test('and the health check notices this while the circuit is still open', async () => {
    open({ probeInterval: 60_000 })
    service.behave = () => ({ json: {}, status: 503 })
    await outcomes(3)
    expect(await upstream.trouble()).toBe('answered 503')
    service.behave = () => ({ json: {}, status: 401 })
    expect(await upstream.trouble()).toBeNull()
    await service.stop()
    expect(await upstream.trouble()).toMatch(/ECONNREFUSED|closed/)
  })
})
