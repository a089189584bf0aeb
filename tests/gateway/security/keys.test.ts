import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ask } from '../../support/gateway.ts'
import { setUpUpstreams } from '../../support/gatewaySetup.ts'
import { type TokenIssuer, anna, bram, createTokenIssuer } from '../../support/tokens.ts'
import { altered } from './forgery.ts'

const viewer = '{ viewer { email } }'
const setup = setUpUpstreams()
let app: FastifyInstance
let next: TokenIssuer

beforeAll(async () => {
  next = await createTokenIssuer(setup.upstreams.tokens.issuer, 'next')
})
beforeEach(async () => {
  app = await setup.start()
})
afterEach(() => {
  setup.upstreams.tokens.jwks.keys.length = 1
  vi.useRealTimers()
})

const reads = () => setup.upstreams.pathsOf('identity').length
const statusOf = async (token: string) => (await ask(app, viewer, { token })).status

/** Moves `Date` forward, and stops it. */
function pass(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
}

describe('the signing keys', () => {
  test('are read once for concurrent tokens', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, index) => issueNumbered(index)))
    expect(new Set(await Promise.all(tokens.map(statusOf)))).toEqual(new Set([200]))
    expect(reads()).toBe(1)
  })

  test('may change without a restart: new keys are fetched, and old ones are valid until they are removed', async () => {
    expect(await statusOf(await setup.upstreams.tokens.issue(anna))).toBe(200)
    setup.upstreams.tokens.jwks.keys.push(...next.jwks.keys)
    pass(60)
    expect(await statusOf(await next.issue(anna))).toBe(200)
    expect(await statusOf(await setup.upstreams.tokens.issue(bram))).toBe(200)
    expect(reads()).toBe(2)
  })

  test('that were removed become invalid after a while', async () => {
    const [kept] = setup.upstreams.tokens.jwks.keys
    if (!kept) throw new Error('There is no key.')
    expect(await statusOf(await setup.upstreams.tokens.issue(anna))).toBe(200)
    setup.upstreams.tokens.jwks.keys.splice(0, 1, ...next.jwks.keys)
    pass(6 * 60)
    await expect.poll(async () => statusOf(await setup.upstreams.tokens.issue(anna, uniqueClaims()))).toBe(401)
    expect(await statusOf(await next.issue(anna))).toBe(200)
    setup.upstreams.tokens.jwks.keys.splice(0, 1, kept)
  })

  test('are not read again for every token with an unknown key', async () => {
    expect(await statusOf(await setup.upstreams.tokens.issue(anna))).toBe(200)
    pass(60)
    for (let time = 0; time < 30; time += 1) {
      expect(await statusOf(await next.issue(anna, { header: { kid: `unknown-${time}` } }))).toBe(401)
    }
    expect(reads()).toBe(2)
  })

  test('are not read for tokens that are rejected for another reason', async () => {
    expect(await statusOf(await setup.upstreams.tokens.issue(anna))).toBe(200)
    pass(60)
    const target = { tokens: setup.upstreams.tokens, accountId: anna }
    for (let time = 0; time < 30; time += 1) expect(await statusOf(await altered(target, { jti: time }))).toBe(401)
    expect(reads()).toBe(1)
  })
})

describe('while the identity service is unavailable', () => {
  const faults = [
    ['responds with 500', { kind: 'status', status: 500 }, 'UPSTREAM_UNAVAILABLE'],
    ['resets the connection', { kind: 'reset' }, 'UPSTREAM_UNAVAILABLE'],
    ['sends an unexpected shape', { kind: 'body', text: '{"keys":1}' }, 'UPSTREAM_INVALID_RESPONSE'],
    ['sends invalid JSON', { kind: 'body', text: '<html>' }, 'UPSTREAM_INVALID_RESPONSE'],
  ] as const

  test.each(faults)('because it %s, no token can be verified', async (_what, fault, code) => {
    setup.upstreams.fail('/identity/jwks', fault)
    const { status, errors, headers } = await ask(app, viewer, { token: await setup.upstreams.tokens.issue(anna) })
    expect([status, errors[0]?.extensions]).toEqual([503, { code, correlationId: headers['x-correlation-id'] }])
  })

  test('because it does not respond, a token fails after the call timeout', async () => {
    const shortTimeoutApp = await setup.start({ UPSTREAM_TIMEOUT: '100' })
    setup.upstreams.fail('/identity/jwks', { kind: 'hang' })
    const { status, errors } = await ask(shortTimeoutApp, viewer, { token: await setup.upstreams.tokens.issue(anna) })
    expect([status, errors[0]?.extensions['code']]).toEqual([503, 'UPSTREAM_TIMEOUT'])
  })

  test('the service is called occasionally, not for each token', async () => {
    setup.upstreams.fail('/identity/jwks', { kind: 'status', status: 500 })
    pass(0)
    for (let time = 0; time < 30; time += 1) expect(await statusOf(await issueNumbered(time))).toBe(503)
    // Two reads: the gateway may retry a failed read immediately.
    const before = reads()
    expect(before).toBeLessThanOrEqual(2)
    pass(2)
    expect(await statusOf(await issueNumbered(30))).toBe(503)
    expect(reads()).toBeGreaterThan(before)
  })

  test('known tokens and new tokens with a known key are still accepted', async () => {
    const known = await setup.upstreams.tokens.issue(anna)
    expect(await statusOf(known)).toBe(200)
    setup.upstreams.fail('/identity/jwks', { kind: 'reset' })
    pass(6 * 60)
    expect(await statusOf(known)).toBe(200)
    expect(await statusOf(await setup.upstreams.tokens.issue(bram))).toBe(200)
    expect(await statusOf(await next.issue(anna))).toBe(503)
  })

  test('the cached keys expire after an hour', async () => {
    expect(await statusOf(await setup.upstreams.tokens.issue(anna))).toBe(200)
    setup.upstreams.fail('/identity/jwks', { kind: 'reset' })
    pass(61 * 60)
    expect(await statusOf(await setup.upstreams.tokens.issue(anna))).toBe(503)
  })

  test('tokens are accepted again as soon as the service responds', async () => {
    setup.upstreams.fail('/identity/jwks', { kind: 'status', status: 500 })
    expect(await statusOf(await setup.upstreams.tokens.issue(anna))).toBe(503)
    setup.upstreams.heal()
    await expect.poll(async () => statusOf(await setup.upstreams.tokens.issue(anna))).toBe(200)
  })
})

describe('a token in many concurrent requests', () => {
  test('is verified once', async () => {
    const gate = Promise.withResolvers<void>()
    setup.upstreams.hold('/identity/jwks', gate.promise)
    const token = await setup.upstreams.tokens.issue(anna)
    const answers = Promise.all(Array.from({ length: 50 }, () => statusOf(token)))
    await sleep(20)
    gate.resolve()
    expect(new Set(await answers)).toEqual(new Set([200]))
    expect(reads()).toBe(1)
  })
})

/** Different tokens of one account. */
function issueNumbered(index: number): Promise<string> {
  return setup.upstreams.tokens.issue(anna, { claims: { jti: String(index) } })
}

/** Claims that differ for each token. */
function uniqueClaims() {
  return { claims: { jti: crypto.randomUUID() } }
}
