import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { TokenBuckets } from '../../../gateway/limits/tokenBuckets.ts'
import { listenAt } from '../../support/gateway.ts'
import { setUpUpstreams } from '../../support/gatewaySetup.ts'

/**
 * Simulates simultaneous requests on a simulated clock. Each caller waits as long as the refusal says, and asks again.
 */
function simulate(requests: number, limit: { burst: number; rate: number }) {
  let now = 1_000_000
  const buckets = new TokenBuckets(limit, () => now)
  let waiting = Array.from({ length: requests }, () => ({ at: now, attempts: 0 }))
  const attempts: number[] = []
  while (waiting.length > 0) {
    now = Math.min(...waiting.map(({ at }) => at))
    const due = waiting.filter(({ at }) => at <= now)
    waiting = waiting.filter(({ at }) => at > now)
    for (const request of due) {
      const wait = buckets.take('a')
      request.attempts += 1
      if (wait === 0) attempts.push(request.attempts)
      else waiting.push({ ...request, at: now + wait * 1_000 })
    }
  }
  return { seconds: (now - 1_000_000) / 1_000, attempts }
}

describe('a backlog of callers who wait as long as they are told', () => {
  test('of 1,800 simultaneous requests is served in the shortest possible time, and no caller sends more than two requests', () => {
    const { seconds, attempts } = simulate(1_800, { burst: 500, rate: 50 })
    expect(attempts).toHaveLength(1_800)
    expect(Math.max(...attempts)).toBe(2)
    expect(seconds).toBe((1_800 - 500) / 50)
  })

  test('that is longer than a minute is served in the end', () => {
    const { seconds, attempts } = simulate(10_000, { burst: 500, rate: 50 })
    expect(attempts).toHaveLength(10_000)
    expect(seconds).toBeLessThan(2 * (10_000 / 50))
  })

  test('does not make later callers wait more than a minute', () => {
    const buckets = new TokenBuckets({ burst: 1, rate: 1 }, () => 1_000_000)
    const waits = Array.from({ length: 10_000 }, () => buckets.take('a'))
    expect(Math.max(...waits)).toBe(60)
  })

  test('is empty after a pause', () => {
    let now = 1_000_000
    const buckets = new TokenBuckets({ burst: 1, rate: 1 }, () => now)
    for (let count = 0; count < 30; count += 1) buckets.take('a')
    now += 3_600_000
    expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 1])
  })
})

const post = (url: string, token: string | undefined, headers: Record<string, string> = {}) =>
  fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query: '{ __typename }' }),
  })

/** About this many seconds. On a busy machine, some of them have passed. */
const about = (seconds: number): unknown => expect.closeTo(seconds, -2)

describe('over HTTP', () => {
  const setup = setUpUpstreams()
  test('60 simultaneous requests of one customer are all served, if they wait as long as they are told', async () => {
    const url = await listenAt(await setup.start({ VIEWER_OPERATION_BURST: '20', VIEWER_OPERATION_RATE: '20' }))
    const attempts = await Promise.all(
      Array.from({ length: 60 }, async () => {
        for (let attempt = 1; ; attempt += 1) {
          const response = await post(url, setup.token)
          if (response.status === 200) return attempt
          expect(response.status).toBe(429)
          await delay(Number(response.headers.get('retry-after')) * 1_000)
        }
      }),
    )
    expect(attempts).toHaveLength(60)
    expect(Math.max(...attempts)).toBeLessThanOrEqual(3)
  })

  test('each response says how much is left for the account, or for the IP address if there is no token', async () => {
    const limits = { VIEWER_OPERATION_BURST: '10', VIEWER_OPERATION_RATE: '0.01', ADDRESS_OPERATION_BURST: '20' }
    const url = await listenAt(await setup.start({ ...limits, ADDRESS_OPERATION_RATE: '0.01' }))
    const budgetOf = async (token?: string) => {
      const { headers } = await post(url, token)
      const [, left, seconds] = /^(.*;r=\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? []
      return [headers.get('ratelimit-policy'), left, Number(seconds)]
    }
    expect(await budgetOf(setup.token)).toEqual(['"account";q=10;w=1000', '"account";r=9', about(100)])
    expect(await budgetOf(setup.token)).toEqual(['"account";q=10;w=1000', '"account";r=8', about(200)])
    expect(await budgetOf()).toEqual(['"address";q=20;w=2000', '"address";r=17', about(300)])
  })

  test.each([
    ['account', { VIEWER_OPERATION_BURST: '1', VIEWER_OPERATION_RATE: '0.01' }],
    ['address', { ADDRESS_OPERATION_BURST: '1', ADDRESS_OPERATION_RATE: '0.01' }],
  ])('a refusal says that nothing is left for the %s', async (name, limits) => {
    const url = await listenAt(await setup.start(limits))
    await post(url, setup.token)
    const { status, headers } = await post(url, setup.token)
    expect([status, headers.get('ratelimit')]).toEqual([
      429,
      expect.stringMatching(new RegExp(`^"${name}";r=0;t=\\d+$`)),
    ])
  })

  test('pages of other origins may read the headers, and may ask for the cost', async () => {
    const origin = 'https://partner.test'
    const app = await setup.start({ ALLOWED_ORIGINS: origin })
    const response = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { origin },
      payload: { query: '{ __typename }' },
    })
    const exposed = String(response.headers['access-control-expose-headers']).split(', ')
    expect(exposed).toEqual(expect.arrayContaining(['ratelimit', 'ratelimit-policy', 'retry-after', 'x-schema-hash']))
    const preflight = await app.inject({ method: 'OPTIONS', url: '/graphql', headers: { origin } })
    expect(preflight.headers['access-control-allow-headers']).toContain('x-graphql-cost')
  })
})
