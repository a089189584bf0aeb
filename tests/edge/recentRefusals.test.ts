import { expect, test } from 'vitest'
import { setUpEdge, startEdge } from './edgeServers.ts'

const edge = setUpEdge()
const origin = 'https://lumina.keepsake.example'

/**
 * Makes the services refuse the first request, with this Retry-After (s) and these headers, and answer all later ones.
 */
function refuseFirst(retryAfter: string, headers: Readonly<Record<string, string>> = { 'x-refused-address': 'true' }) {
  edge.services.handle = (_request, response) => {
    if (edge.services.seen.length > 1) return response.end('admitted')
    response.writeHead(429, { 'retry-after': retryAfter, ...headers })
    return response.end('refused by the services')
  }
}

/** An edge behind a proxy that names the callers. */
async function startTrusting(): Promise<string> {
  const urls = { GATEWAY_URLS: edge.gateway.url, SERVICES_URLS: edge.services.url }
  return (await startEdge({ ...urls, TRUST_PROXY: 'true' })).url
}

function send(
  url: string,
  caller: string,
  { headers, ...init }: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  return fetch(url, { ...init, headers: { 'x-forwarded-for': caller, ...headers } })
}

test('the edge refuses a call that the services have just refused to its IP address, and forwards no body', async () => {
  const url = await startTrusting()
  refuseFirst('5')
  await send(`${url}/identity/link?client=a`, '203.0.113.7', { method: 'POST', body: 'first' })
  const second = await send(`${url}/identity/link?client=b`, '203.0.113.7', {
    method: 'POST',
    body: 'x'.repeat(100_000),
  })
  expect(second.status).toBe(429)
  expect(second.headers.get('content-type')).toBe('application/problem+json')
  expect(Number(second.headers.get('retry-after'))).toBeGreaterThanOrEqual(4)
  expect(await second.json()).toMatchObject({
    code: 'RATE_LIMITED',
    correlationId: second.headers.get('x-correlation-id'),
  })
  expect(edge.services.seen).toHaveLength(1)
})

test('the edge forwards the call again after the time of the refusal', async () => {
  const url = await startTrusting()
  refuseFirst('0.2')
  expect((await send(`${url}/identity/link`, '203.0.113.7')).status).toBe(429)
  await expect.poll(async () => (await send(`${url}/identity/link`, '203.0.113.7')).status).toBe(200)
})

test.each([
  ['another address', '203.0.113.8', '/identity/link', {}],
  ['another path', '203.0.113.7', '/identity/assets/identity.css', {}],
  ['another method', '203.0.113.7', '/identity/link', { method: 'POST' }],
  ['an origin that may not read the refusal', '203.0.113.7', '/identity/link', { headers: { origin } }],
  ['another client of the same proxies', '203.0.113.7, 198.51.100.1', '/identity/link', {}],
])('the edge forwards %s', async (_case, caller, path, init) => {
  const url = await startTrusting()
  refuseFirst('5')
  await send(`${url}/identity/link`, '203.0.113.7')
  expect(await (await send(url + path, caller, init)).text()).toBe('admitted')
})

test('all addresses of one IPv6 /64 network count as one caller', async () => {
  const url = await startTrusting()
  refuseFirst('5')
  await send(`${url}/identity/link`, '2001:db8::1')
  expect((await send(`${url}/identity/link`, '2001:db8::2')).status).toBe(429)
  expect((await send(`${url}/identity/link`, '2001:db8:0:1::2')).status).toBe(200)
})

test('a page of another origin can read a refusal of the edge', async () => {
  const url = await startTrusting()
  refuseFirst('5', { 'x-refused-address': 'true', vary: 'origin', 'access-control-allow-origin': origin })
  const init = { method: 'POST', headers: { origin } }
  await send(`${url}/storage/files`, '203.0.113.7', init)
  const refused = await send(`${url}/storage/files`, '203.0.113.7', init)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('access-control-allow-origin')).toBe(origin)
  expect(refused.headers.get('vary')).toBe('origin')
  expect(edge.services.seen).toHaveLength(1)
})

test.each([
  ['429 for another reason', '5', {}],
  ['429 without a time', 'soon', { 'x-refused-address': 'true' }],
])('the edge forwards calls after %s', async (_case, retryAfter, headers) => {
  const url = await startTrusting()
  refuseFirst(retryAfter, headers)
  await send(`${url}/identity/link`, '203.0.113.7')
  expect((await send(`${url}/identity/link`, '203.0.113.7')).status).toBe(200)
})

test('without a trusted proxy, a caller cannot name another IP address to escape a refusal', async () => {
  refuseFirst('5')
  await send(`${edge.url}/identity/link`, '203.0.113.7')
  expect((await send(`${edge.url}/identity/link`, '203.0.113.8')).status).toBe(429)
})
