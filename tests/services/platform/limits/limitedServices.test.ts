import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServices, startServices } from '../../../support/services.ts'

/** The header with which the edge would name the IP address of the client. */
const forwarded = { 'x-forwarded-for': '203.0.113.7' }
let services: RunningServices

beforeAll(async () => {
  services = await startServices({
    services: ['identity', 'site', 'storage'],
    environment: {
      ALLOWED_ORIGINS: 'https://app.example.com',
      ADDRESS_SIGN_IN_BURST: '1',
      ADDRESS_SIGN_IN_RATE: '0.01',
      ADDRESS_UPLOAD_BURST: '1',
      ADDRESS_UPLOAD_RATE: '0.01',
    },
  })
  await fetch(`${services.url}/identity/none`, { headers: forwarded })
  await fetch(`${services.url}/storage/uploads/processing`, { headers: forwarded })
})

afterAll(() => services.close())

test('a page of another origin can read that storage refuses a request, and when to try again', async () => {
  const headers = { ...forwarded, origin: 'https://app.example.com' }
  const answer = await fetch(`${services.url}/storage/files`, { method: 'POST', headers })
  expect(answer.status).toBe(429)
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example.com')
  expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After')
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  const preflight = await fetch(`${services.url}/storage/files`, { method: 'OPTIONS', headers })
  expect(preflight.status).toBe(204)
})

test('requests for pictures are not refused while uploads are refused', async () => {
  const answer = await fetch(`${services.url}/storage/blobs/none`, { headers: forwarded })
  expect(answer.status).toBe(403)
})

test.each(['/identity/auth', '/identity/interaction/none'])(
  'a visitor who is refused at %s sees how long to wait, and the browser tries again by itself',
  async (path) => {
    const headers = { ...forwarded, accept: 'text/html,*/*', 'accept-language': 'de-DE' }
    const answer = await fetch(`${services.url}${path}`, { headers })
    expect(answer.status).toBe(429)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('refresh')).toBe(answer.headers.get('retry-after'))
    // This header would make the edge itself refuse the next visitor of this network, and the edge sends no page.
    expect(answer.headers.get('x-refused-address')).toBeNull()
    const page = await answer.text()
    expect(page).toContain('<h1>Einen Moment, bitte</h1>')
    expect(page).toContain(`data-countdown="${answer.headers.get('retry-after')}"`)
    expect(page).toContain('<a class="primary" href="">Erneut versuchen</a>')
  },
)

test('an address that is refused again and again gets problems in JSON instead of pages', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.8', accept: 'text/html' }
  const types: (string | null)[] = []
  // One more page is allowed each second, so a slow machine gets more of them.
  while (types.length < 500 && !types.at(-1)?.includes('application/problem+json'))
    types.push((await fetch(`${services.url}/identity/auth`, { headers })).headers.get('content-type'))
  expect(types.slice(1, 20).every((type) => type?.startsWith('text/html'))).toBe(true)
  expect(types.at(-1)).toContain('application/problem+json')
})

test('a client of the token endpoint that is refused gets a problem', async () => {
  const answer = await fetch(`${services.url}/identity/token`, { method: 'POST', headers: forwarded })
  expect(answer.status).toBe(429)
  expect(await answer.json()).toMatchObject({ code: 'RATE_LIMITED' })
})

test('the metrics count refusals by service and kind', async () => {
  await fetch(`${services.url}/storage/uploads/processing`, { headers: forwarded })
  const metrics = await (await fetch(`${services.url}/metrics`)).text()
  expect(metrics).toMatch(/^services_refusals_total\{service="storage",kind="address"\} [1-9]/m)
})
