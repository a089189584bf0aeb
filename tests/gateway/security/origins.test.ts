import { describe, expect, test } from 'vitest'
import { createOriginPolicy } from '../../../gateway/server/origins.ts'
import { WebSocket } from 'undici'
import { setUpGateway } from '../../support/gatewaySetup.ts'

const [keepsake, lumina, app2, evil] = [
  'http://keepsake.test',
  'http://lumina.keepsake.test',
  'https://app.partner.test',
  'http://evil.test',
]
const gateway = setUpGateway({ ALLOWED_ORIGINS: ` ${app2}, https://other.test:8443` })

function send(method: 'GET' | 'POST' | 'OPTIONS', headers: Record<string, string>) {
  const payload = method === 'POST' ? { query: '{ __typename }' } : undefined
  const url = method === 'GET' ? '/graphql?query=%7B__typename%7D' : '/graphql'
  return gateway.app.inject({ method, url, headers: { host: 'keepsake.test', ...headers }, payload: payload ?? '' })
}

const asked = (origin: string) => ({ origin, 'access-control-request-method': 'POST' })

/** The names of the CORS headers of a response. */
function corsHeadersIn(headers: Record<string, unknown>): string[] {
  return Object.keys(headers).filter((name) => name.startsWith('access-control-'))
}

describe('a page of', () => {
  test.each([
    ['the requested host', keepsake, 'keepsake.test'],
    ['any requested host', 'http://10.0.0.7:4000', '10.0.0.7:4000'],
    ['the requested host with a default port', 'https://photos.test', 'photos.test:443'],
    ['another brand’s own host', lumina, 'keepsake.test'],
    ['the public host', keepsake, 'lumina.keepsake.test'],
    ['a configured origin', app2, 'keepsake.test'],
  ])('%s may send and read', async (_what, origin, host) => {
    const response = await send('POST', { origin, host })
    expect([response.statusCode, response.json()]).toEqual([200, { data: { __typename: 'Query' } }])
    expect(response.headers['access-control-allow-origin']).toBe(origin)
    expect(response.headers['access-control-allow-credentials']).toBeUndefined()
    expect(response.headers['access-control-expose-headers']).toContain('x-correlation-id')
    expect(response.headers.vary).toMatch(/\borigin\b/i)
  })

  test.each([
    ['an unknown origin', evil],
    ['an unknown host with a brand’s subdomain', 'http://lumina.evil.test'],
    ['a brand’s host with another scheme', 'https://lumina.keepsake.test'],
    ['a brand’s host at another port', 'http://lumina.keepsake.test:81'],
    ['the requested host at another port', 'http://keepsake.test:81'],
    ['an allowed host at another port', 'https://other.test'],
    ['a host that only starts like ours', 'http://keepsake.test.evil.test'],
    ['an opaque origin', 'null'],
    ['text that is not an origin', 'keepsake.test'],
    ['an invalid URL', 'http://['],
    ['a file', 'file://keepsake.test'],
    ['two origins at once', `${keepsake} ${evil}`],
    ['any origin', '*'],
    ['an empty origin', ''],
  ])('%s can neither send nor read', async (_what, origin) => {
    const authorization = `Bearer ${gateway.token}`
    const query = '{ viewer { library { photosCount } } }'
    const headers = { host: 'keepsake.test', origin, authorization }
    for (const request of [
      { method: 'POST', payload: { query } },
      { method: 'GET', query: { query } },
    ] as const) {
      const response = await gateway.app.inject({ ...request, url: '/graphql', headers })
      expect(response.statusCode).toBe(403)
      const correlationId = response.headers['x-correlation-id']
      expect(response.json().errors[0].extensions).toEqual({ code: 'FORBIDDEN', correlationId })
      expect(corsHeadersIn(response.headers)).toEqual([])
      expect(response.headers.vary).toMatch(/\borigin\b/i)
    }
    expect(gateway.upstreams.pathsOf('photos')).toEqual([])
  })

  test('a page of a brand behind a proxy may send requests if its origin has the host that the browser requested', async () => {
    const forwarded = { host: '127.0.0.1:9', 'x-forwarded-host': 'photos.test' }
    expect((await send('POST', { ...forwarded, origin: 'https://photos.test' })).statusCode).toBe(200)
    expect((await send('POST', { ...forwarded, origin: 'http://127.0.0.2:9' })).statusCode).toBe(403)
  })
})

describe('a preflight', () => {
  test('of an allowed page lists the allowed methods and headers, and is valid for ten minutes', async () => {
    const response = await send('OPTIONS', asked(lumina))
    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': lumina,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization, content-type, x-correlation-id, last-event-id, x-graphql-cost',
      'access-control-max-age': '600',
    })
    expect(response.headers['access-control-allow-credentials']).toBeUndefined()
  })

  test.each([evil, 'null', '*'])('of %s is rejected', async (origin) => {
    const response = await send('OPTIONS', asked(origin))
    expect(response.statusCode).toBe(403)
    expect(corsHeadersIn(response.headers)).toEqual([])
  })
})

test('a request without an origin gets no CORS headers', async () => {
  for (const method of ['GET', 'POST'] as const) {
    const response = await send(method, {})
    expect(response.statusCode).toBe(200)
    expect(corsHeadersIn(response.headers)).toEqual([])
  }
})

test('a socket from a foreign page is rejected before it opens, and a socket from a brand’s page opens', async () => {
  const url = gateway.url.replace('http', 'ws')
  const outcomes = []
  for (const origin of [evil, 'null', lumina]) {
    const socket = new WebSocket(`${url}/graphql`, { protocols: 'graphql-transport-ws', headers: { origin } })
    outcomes.push(
      await new Promise((resolve) => {
        socket.addEventListener('open', () => resolve('open'))
        socket.addEventListener('error', () => resolve('refused'))
      }),
    )
    socket.close()
  }
  expect(outcomes).toEqual(['refused', 'refused', 'open'])
})

describe('while the site service is unavailable', () => {
  test('unknown origins are rejected, and pages of the requested host are allowed', async () => {
    const fresh = await gateway.start()
    gateway.upstreams.fail('/site', { kind: 'reset' })
    const statusOf = async (origin: string) => {
      const headers = { host: 'lumina.keepsake.test', origin }
      const payload = { query: '{ __typename }' }
      return (await fresh.inject({ method: 'POST', url: '/graphql', headers, payload })).statusCode
    }
    const statuses = [await statusOf(lumina), await statusOf(keepsake), await statusOf(evil)]
    expect(statuses).toEqual([200, 200, 403])
  })
})

/** A fake site service with one brand. Counts its calls, and can be delayed or fail. */
function site() {
  const asked: string[] = []
  const state = { isAway: false, wait: Promise.resolve() }
  const brandOriginAt = async (host: string) => {
    asked.push(host)
    await state.wait
    if (state.isAway) throw new Error('away')
    return lumina
  }
  return { asked, state, brandOriginAt }
}

describe('the origin policy', () => {
  test('looks up an origin once for concurrent and later requests', async () => {
    const { asked: hosts, brandOriginAt } = site()
    const policy = createOriginPolicy({ allowedOrigins: [], brandOriginAt })
    const answers = await Promise.all(Array.from({ length: 50 }, () => policy.isAllowed(lumina, 'keepsake.test')))
    answers.push(await policy.isAllowed(lumina, 'keepsake.test'))
    expect(new Set(answers)).toEqual(new Set([true]))
    for (let time = 0; time < 3; time += 1) expect(await policy.isAllowed(evil, 'keepsake.test')).toBe(false)
    expect(hosts).toEqual(['lumina.keepsake.test', 'evil.test'])
  })

  test('rejects an unknown origin while its lookup fails, and looks it up again', async () => {
    const { asked: hosts, state, brandOriginAt } = site()
    const policy = createOriginPolicy({ allowedOrigins: [], brandOriginAt })
    state.isAway = true
    expect(await policy.isAllowed(lumina, 'keepsake.test')).toBe(false)
    state.isAway = false
    expect(await policy.isAllowed(lumina, 'keepsake.test')).toBe(true)
    expect(hosts).toHaveLength(2)
  })

  test('looks up again after a while, and keeps the old result when the lookup fails', async () => {
    const { asked: hosts, state, brandOriginAt } = site()
    const policy = createOriginPolicy({ allowedOrigins: [], brandOriginAt, cacheTime: 20 })
    expect(await policy.isAllowed(lumina, 'keepsake.test')).toBe(true)
    expect(await policy.isAllowed(evil, 'keepsake.test')).toBe(false)
    state.isAway = true
    await expect
      .poll(async () => {
        const answers = [await policy.isAllowed(lumina, 'keepsake.test'), await policy.isAllowed(evil, 'keepsake.test')]
        expect(answers).toEqual([true, false])
        return hosts.length
      })
      .toBeGreaterThanOrEqual(4)
  })

  test('limits concurrent lookups, and unknown origins never evict brands', async () => {
    const { asked: hosts, state, brandOriginAt } = site()
    const policy = createOriginPolicy({ allowedOrigins: [], brandOriginAt })
    await policy.isAllowed(lumina, 'keepsake.test')
    const gate = Promise.withResolvers<void>()
    state.wait = gate.promise
    const strangers = Array.from({ length: 2_000 }, (_, index) => `http://a${index}.test`)
    const answers = Promise.all(strangers.map((origin) => policy.isAllowed(origin, 'keepsake.test')))
    expect(await policy.isAllowed(lumina, 'keepsake.test')).toBe(true)
    gate.resolve()
    expect(new Set(await answers)).toEqual(new Set([false]))
    expect(hosts.length).toBeLessThan(20)
  })
})
