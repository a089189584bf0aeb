import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { destinationOf } from '../../../edge/routing.ts'
import { Drain } from '../../../gateway/server/drain.ts'
import { setUpUpstreams } from '../../support/gatewaySetup.ts'

const setup = setUpUpstreams()
let drain: Drain
let app: FastifyInstance

beforeEach(async () => {
  drain = new Drain()
  app = await setup.start({}, { drain })
})
afterEach(() => {
  vi.useRealTimers()
})

const all = {
  photos: true,
  site: true,
  identity: true,
  customers: true,
  downloads: true,
  exports: true,
  orders: true,
  vouchers: true,
  projects: true,
  products: true,
  mailing: true,
  merchandise: true,
  payments: true,
  shop: true,
  invoices: true,
  widgets: true,
  personalisation: true,
}

async function ready(query = '') {
  const response = await app.inject(`/readyz${query}`)
  return { status: response.statusCode, body: response.json() }
}

/**
 * Checks until the gateway is ready. On a busy machine, a single check may fail, because an upstream answers too late.
 */
async function untilReady(query = ''): Promise<void> {
  await expect.poll(() => ready(query)).toMatchObject({ status: 200, body: { status: 'ok' } })
}

describe('health', () => {
  test('/livez reports that the process is alive, whatever the state of upstreams and shutdown', async () => {
    setup.upstreams.fail('/', { kind: 'status', status: 500 })
    drain.begin()
    const response = await app.inject('/livez')
    expect([response.statusCode, response.json()]).toEqual([200, { status: 'ok' }])
  })

  test('/readyz reports ready when all upstreams respond', async () => {
    // On a busy machine a check may time out: poll until one succeeds.
    await expect.poll(() => ready()).toEqual({ status: 200, body: { status: 'ok', upstreams: all, troubles: {} } })
  })

  test('/readyz names the upstreams that do not respond, with their problems', async () => {
    setup.upstreams.fail('/site', { kind: 'reset' })
    setup.upstreams.fail('/photos', { kind: 'status', status: 500 })
    const upstreams = { ...all, photos: false, site: false }
    const troubles = { photos: 'answered 500', site: 'other side closed' }
    await expect.poll(() => ready()).toEqual({ status: 503, body: { status: 'unavailable', upstreams, troubles } })
  })

  test('/readyz ignores excluded upstreams', async () => {
    setup.upstreams.fail('/site', { kind: 'reset' })
    expect(await ready('?exclude=photos')).toMatchObject({ status: 503 })
    await untilReady('?exclude=photos&exclude=site')
  })

  test('/readyz checks the upstreams at most once per second', async () => {
    // With a stopped clock, the second cannot end during the 51 requests, however busy the machine is.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const answers = await Promise.all(Array.from({ length: 50 }, () => ready()))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await ready()
    expect(setup.upstreams.calls).toHaveLength(Object.keys(all).length)
    vi.advanceTimersByTime(1_000)
    vi.useRealTimers()
    setup.upstreams.fail('/photos', { kind: 'status', status: 500 })
    await expect.poll(async () => (await ready()).status).toBe(503)
  })

  test('/readyz is 503 as soon as the shutdown begins', async () => {
    drain.begin()
    expect(await ready()).toEqual({ status: 503, body: { status: 'draining' } })
    expect(setup.upstreams.calls).toEqual([])
  })

  test('/livez and /readyz respond while operations are rejected', async () => {
    app = await setup.start({ ADDRESS_OPERATION_RATE: '0.01', ADDRESS_OPERATION_BURST: '1' })
    const ask = () => app.inject({ url: '/graphql?query={__typename}' })
    await ask()
    expect((await ask()).statusCode).toBe(429)
    expect((await app.inject('/livez')).statusCode).toBe(200)
    await untilReady()
    expect((await app.inject('/metrics')).statusCode).toBe(200)
  })

  test('the edge forwards neither the health endpoints nor the metrics', () => {
    for (const path of ['/livez', '/readyz', '/metrics']) expect(destinationOf(path)).toBeNull()
  })
})
