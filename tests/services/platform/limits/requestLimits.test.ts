import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readServicesConfig } from '../../../../services/config.ts'
import { registerAccess } from '../../../../services/platform/access.ts'
import { registerLimits } from '../../../../services/platform/limits/registerLimits.ts'
import { RequestLimits } from '../../../../services/platform/limits/requestLimits.ts'
import type { Account } from '../../../../services/platform/platform.ts'
import { createServiceApp } from '../../../../services/platform/serviceApp.ts'

const account: Account = {
  id: '018f3c1a-0000-7000-8000-00000000000a',
  email: 'anna@keepsake.example',
  authMethod: 'password',
  emailVerified: true,
  clientId: null,
  authenticatedAt: null,
  sessionId: null,
  scopes: null,
}

/**
 * An app with one route per kind of access, each limited to two requests, and the lines that the app logs. Time passes
 * only when a test changes `clock`.
 */
async function createLimitedApp(environment: Readonly<Record<string, string>> = {}) {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) })
  const clock = { now: 1_000 }
  const config = readServicesConfig({
    ADDRESS_CALL_BURST: '2',
    ADDRESS_CALL_RATE: '0.5',
    ACCOUNT_CALL_BURST: '2',
    ACCOUNT_CALL_RATE: '0.5',
    ...environment,
  }).platform('http://127.0.0.1:9')
  const limits = new RequestLimits({ settings: config.limits, secret: 'secret', log, now: () => clock.now })
  const app = createServiceApp(pino({ level: 'silent' }), ['loopback'])
  const verified: string[] = []
  registerAccess(
    app,
    {
      tokens: {
        verify: async () => ({ ...account, expires: new Date() }),
        authenticate: async ({ headers }) => {
          verified.push(String(headers.authorization))
          return { ...account, id: String(headers.authorization) }
        },
        authenticateService: async () => ({ clientId: 'factory', scopes: new Set() }),
      },
      operator: { authorize: () => undefined },
      serviceCalls: { isOwn: () => true },
    },
    'photos',
  )
  registerLimits(app, limits, { service: 'photos', traffic: 'calls' })
  app.post('/own', async () => ({}))
  app.get('/public', { config: { access: 'public' } }, async () => ({}))
  app.get('/service', { config: { access: 'service' } }, async () => ({}))
  app.get('/sign-in', { config: { access: 'public', traffic: 'signIn' } }, async () => ({}))
  app.get('/pictures', { config: { access: 'public', traffic: 'pictures' } }, async () => ({}))
  onTestFinished(() => app.close())
  return { app, limits, clock, lines, verified }
}

type LimitedApp = Awaited<ReturnType<typeof createLimitedApp>>['app']

async function statuses(app: LimitedApp, addresses: readonly string[], url = '/public'): Promise<number[]> {
  const answers: number[] = []
  for (const address of addresses)
    answers.push((await app.inject({ url, headers: { 'x-forwarded-for': address } })).statusCode)
  return answers
}

test('an address that sends too many requests gets 429 with Retry-After, and is admitted again after that time', async () => {
  const { app, clock } = await createLimitedApp()
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  expect(await statuses(app, ['203.0.113.7', '203.0.113.7'])).toEqual([200, 200])
  const refused = await app.inject({ url: '/public', headers })
  expect(refused).toMatchObject({ statusCode: 429, headers: { 'retry-after': '2', 'x-refused-address': 'true' } })
  expect(refused.headers['content-type']).toContain('application/problem+json')
  expect(refused.json()).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
  expect(await statuses(app, ['203.0.113.8'])).toEqual([200])
  clock.now += 2_000
  expect(await statuses(app, ['203.0.113.7', '203.0.113.7'])).toEqual([200, 429])
})

test('addresses of one IPv6 /64 network share a limit', async () => {
  const { app } = await createLimitedApp()
  expect(await statuses(app, ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'])).toEqual([
    200, 200, 429, 200,
  ])
})

test('a proxy that is not trusted cannot name other addresses to escape its limit', async () => {
  const { app } = await createLimitedApp()
  const answers = []
  for (const named of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
    const headers = { 'x-forwarded-for': named }
    answers.push((await app.inject({ url: '/public', remoteAddress: '198.51.100.9', headers })).statusCode)
  }
  expect(answers).toEqual([200, 200, 429])
})

test('requests that do not come through the edge have no limit by address', async () => {
  const { app } = await createLimitedApp()
  for (let number = 0; number < 5; number += 1) expect((await app.inject('/public')).statusCode).toBe(200)
})

test('a request from an address above its limit is refused before its token is verified and its body is read', async () => {
  const { app, verified } = await createLimitedApp()
  await statuses(app, ['203.0.113.7', '203.0.113.7'])
  const answer = await app.inject({
    method: 'POST',
    url: '/own',
    headers: { 'x-forwarded-for': '203.0.113.7', authorization: 'anna', 'content-type': 'application/json' },
    payload: 'not JSON',
  })
  expect(answer.statusCode).toBe(429)
  expect(verified).toEqual([])
})

test('an account has one limit for all addresses, and for calls of the gateway', async () => {
  const { app } = await createLimitedApp()
  const call = async (authorization: string, forwarded?: string) => {
    const headers = { authorization, ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) }
    return (await app.inject({ method: 'POST', url: '/own', headers })).statusCode
  }
  expect(await call('anna', '203.0.113.1')).toBe(200)
  expect(await call('anna')).toBe(200)
  expect(await call('anna', '203.0.113.2')).toBe(429)
  expect(await call('ben', '203.0.113.2')).toBe(200)
})

test('calls with the secret of the services have no limit', async () => {
  const { app } = await createLimitedApp()
  for (let number = 0; number < 5; number += 1) expect((await app.inject('/service')).statusCode).toBe(200)
})

test('pictures have a limit of their own', async () => {
  const { app } = await createLimitedApp()
  await statuses(app, ['203.0.113.7', '203.0.113.7', '203.0.113.7'])
  expect(await statuses(app, ['203.0.113.7', '203.0.113.7', '203.0.113.7'], '/pictures')).toEqual([200, 200, 200])
})

test('three requests of an address run at the same time, and the next one starts when one of them ends', async () => {
  // Stops the timers, because a request gives its place away after 100 ms.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { app } = await createLimitedApp({ ADDRESS_CALL_BURST: '100' })
  const ends: (() => void)[] = []
  app.get('/held', { config: { access: 'public' } }, async () => new Promise((end) => ends.push(() => end({}))))
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  const requests = Array.from({ length: 4 }, async () => app.inject({ url: '/held', headers }))
  expect((await app.inject({ url: '/public', headers: { 'x-forwarded-for': '203.0.113.8' } })).statusCode).toBe(200)
  expect(ends).toHaveLength(3)
  ends[0]?.()
  await requests[0]
  while (ends.length < 4) await new Promise(setImmediate)
  for (const end of ends) end()
  expect((await Promise.all(requests)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
})

test('requests of a burst beyond the undelayed ones wait for their turn at the sustained rate', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { app, clock } = await createLimitedApp({
    ADDRESS_SIGN_IN_RATE: '2',
    ADDRESS_SIGN_IN_BURST: '4',
    ADDRESS_SIGN_IN_UNDELAYED: '2',
  })
  const ended: number[] = []
  const send = async (number: number) => {
    const { statusCode } = await app.inject({ url: '/sign-in', headers: { 'x-forwarded-for': '203.0.113.7' } })
    ended.push(number)
    return statusCode
  }
  const pass = async (milliseconds: number) => {
    clock.now += milliseconds
    await vi.advanceTimersByTimeAsync(milliseconds)
    await new Promise(setImmediate)
  }
  const requests = [1, 2, 3, 4, 5].map(send)
  await pass(499)
  expect(new Set(ended)).toEqual(new Set([1, 2, 5]))
  await pass(1)
  expect(ended).toContain(3)
  expect(ended).not.toContain(4)
  await pass(500)
  expect(await Promise.all(requests)).toEqual([200, 200, 200, 200, 429])
})

test('a request is refused instead of delayed if half of the places for requests are taken', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { app } = await createLimitedApp({
    ADDRESS_SIGN_IN_RATE: '1',
    ADDRESS_SIGN_IN_BURST: '9',
    ADDRESS_SIGN_IN_UNDELAYED: '1',
    MAX_REQUESTS: '4',
  })
  const send = async (address: string) => app.inject({ url: '/sign-in', headers: { 'x-forwarded-for': address } })
  expect((await send('203.0.113.7')).statusCode).toBe(200)
  const delayed = [send('203.0.113.7'), send('203.0.113.7')]
  expect(await send('203.0.113.7')).toMatchObject({ statusCode: 429, headers: { 'retry-after': '3' } })
  expect((await send('203.0.113.8')).statusCode).toBe(200)
  await vi.advanceTimersByTimeAsync(3_000)
  expect((await Promise.all(delayed)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

test('requests above the limit of requests in progress get 503 with Retry-After until one ends', async () => {
  const { app, limits } = await createLimitedApp({ MAX_REQUESTS: '1', ADDRESS_CALL_BURST: '100' })
  const started = Promise.withResolvers<void>()
  const ending = Promise.withResolvers<void>()
  app.get('/slow', { config: { access: 'public' } }, async () => {
    started.resolve()
    await ending.promise
    return {}
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  const slow = fetch(`${origin}/slow`, { headers })
  await started.promise
  const refused = await fetch(`${origin}/public`, { headers })
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await refused.json()).toMatchObject({ code: 'OVERLOADED' })
  // Calls of the gateway, which limits its calls itself, and requests for pictures are not refused.
  expect((await fetch(`${origin}/public`)).status).toBe(200)
  expect((await fetch(`${origin}/pictures`, { headers })).status).toBe(200)
  ending.resolve()
  await (await slow).text()
  await expect.poll(async () => (await fetch(`${origin}/public`, { headers })).status).toBe(200)
  expect(limits.refusals.readings[0]?.readings).toContainEqual({ labels: { service: 'photos', kind: 'all' }, value: 1 })
})

test('each caller is logged once a minute under a keyed hash, and every refusal is counted', async () => {
  const { app, limits, clock, lines } = await createLimitedApp()
  await statuses(
    app,
    Array.from({ length: 6 }, () => '203.0.113.7'),
  )
  expect(lines).toHaveLength(1)
  const [line] = lines
  expect(line).toMatchObject({ service: 'photos', kind: 'address', msg: 'requests are refused' })
  expect(line?.['caller']).toBe(limits.hash('203.0.113.7'))
  expect(JSON.stringify(line)).not.toContain('203.0.113.7')
  await statuses(app, ['203.0.113.8', '203.0.113.8', '203.0.113.8'])
  expect(lines).toHaveLength(2)
  clock.now += 61_000
  await statuses(app, ['203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.7'])
  expect(lines).toHaveLength(3)
  const readings = [{ labels: { service: 'photos', kind: 'address' }, value: 7 }]
  expect(limits.refusals.readings).toMatchObject([{ name: 'services_refusals_total', type: 'counter', readings }])
})

test('a flood from many addresses writes at most 100 log lines a minute', async () => {
  const { limits, lines } = await createLimitedApp()
  for (let number = 0; number < 300; number += 1)
    limits.refusals.add({ service: 'photos', kind: 'address', caller: `203.0.113.${number}` })
  expect(lines).toHaveLength(100)
})
