import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpGateway } from '../../support/gatewaySetup.ts'

const gateway = setUpGateway()
let authorization: string

beforeAll(() => {
  authorization = `Bearer ${gateway.token}`
})

const json = { 'content-type': 'application/json' }
const query = (text: string, headers: Record<string, string> = {}) =>
  gateway.app.inject({ method: 'POST', url: '/graphql', headers: { ...json, ...headers }, payload: { query: text } })

const answers: [string, number, () => Promise<LightMyRequestResponse>][] = [
  ['a response', 200, () => query('{ __typename }')],
  ['a response with a customer’s data', 200, () => query('{ viewer { library { photosCount } } }', { authorization })],
  [
    'a response in parts',
    200,
    () =>
      query('{ viewer { email ... @defer { library { photosCount } } } }', {
        accept: 'multipart/mixed',
        authorization,
      }),
  ],
  ['a response to GET', 200, () => gateway.app.inject('/graphql?query=%7B__typename%7D')],
  ['a preflight', 204, () => gateway.app.inject({ method: 'OPTIONS', url: '/graphql' })],
  ['a rejected document', 400, () => query('{ nothing }', { accept: 'application/graphql-response+json' })],
  [
    'a body that is not JSON',
    400,
    () => gateway.app.inject({ method: 'POST', url: '/graphql', headers: json, payload: '{' }),
  ],
  ['a rejected token', 401, () => query('{ __typename }', { authorization: 'Bearer x' })],
  ['a rejected origin', 403, () => query('{ __typename }', { origin: 'http://evil.test' })],
  ['an unknown path', 404, () => gateway.app.inject('/nothing')],
  ['an unsupported method', 404, () => gateway.app.inject({ method: 'DELETE', url: '/graphql' })],
  ['a too large body', 413, () => query('#'.repeat(200_000))],
  ['a body with another content type', 415, () => query('{ __typename }', { 'content-type': 'text/plain' })],
  ['liveness', 200, () => gateway.app.inject('/livez')],
  ['readiness', 200, () => gateway.app.inject('/readyz')],
]

/** Headers that reveal the server's software. */
const revealing = ['x-powered-by', 'server', 'via', 'x-aspnet-version']

describe('security headers are set on', () => {
  test.each(answers)('%s (%i)', async (_what, status, send) => {
    const response = await send()
    expect(response.statusCode).toBe(status)
    expect(response.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers['x-correlation-id']).toMatch(/^[\w.-]{1,64}$/)
    expect(response.headers['strict-transport-security']).toBeUndefined()
    expect(Object.keys(response.headers).filter((name) => revealing.includes(name))).toEqual([])
  })

  test('an event stream, which an allowed page may read', async () => {
    const left = new AbortController()
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { ...json, authorization, accept: 'text/event-stream', origin: 'http://keepsake.test' },
      body: JSON.stringify({ query: 'subscription { libraryEvents { cursor } }' }),
      signal: left.signal,
    })
    const headers = Object.fromEntries(response.headers)
    left.abort()
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/event-stream/),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': expect.stringMatching(/no-store/),
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': 'http://keepsake.test',
      vary: expect.stringMatching(/origin/),
    })
  })

  test('a response over https, with Strict-Transport-Security', async () => {
    const secure = await gateway.start({ PUBLIC_URL: 'https://keepsake.test' })
    const response = await secure.inject('/livez')
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000')
  })
})

const page = () => gateway.app.inject({ url: '/graphql', headers: { accept: 'text/html' } })

const nonceOf = ({ headers }: LightMyRequestResponse) =>
  /'nonce-([\w+/=]{24})'/.exec(String(headers['content-security-policy']))?.[1] ?? ''

describe('the API explorer', () => {
  test('has a policy without unsafe sources, and a new nonce each time', async () => {
    const [first, second] = [await page(), await page()]
    expect(first.headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'nonce-${nonceOf(first)}'; ` +
        `img-src 'self' data:; font-src 'self' data:; connect-src 'self' ws://keepsake.test http://keepsake.test; ` +
        `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(first.body).toContain(`nonce="${nonceOf(first)}"`)
    expect(nonceOf(second)).not.toBe(nonceOf(first))
    expect(first.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      vary: 'accept, origin',
    })
  })

  test.each(['page.js', 'page.css', 'styles.js', 'graphql.worker.js'])(
    'has files whose policy allows only our own scripts: %s',
    async (name) => {
      const file = await gateway.app.inject(`/graphql/explorer/${name}`)
      expect(file.headers).toMatchObject({
        'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
        'cache-control': 'no-cache',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      expect(file.headers['content-type']).toMatch(/^text\/(javascript|css); charset=utf-8$/)
    },
  )
})
