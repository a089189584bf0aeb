import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { apiScopes } from '../../../schema/rules/scopes.ts'
import { digestOfSecret } from '../../../clients/secrets.ts'
import { demoAccounts, demoPassword } from '../../../services/platform/demo.ts'
import { type RunningServices, startServices } from '../../support/services.ts'
import { publicUrl } from './support.ts'
import { finishSignIn, locationOf, refresh, signInAs, SignInRequest, tokensFor, Visitor } from './visitor.ts'

const [anna, ben] = demoAccounts
const credentials = { email: anna.email, password: demoPassword }
const secret = 'a secret of 32 random bytes'
const frameUri = 'https://frame.example/callback'
const atFrame = () => new SignInRequest('frame', frameUri)
const scope = 'openid photos:read orders:read'

const files = {
  frame: {
    kind: 'page',
    name: 'Photo <frame>',
    brand: 'lumina',
    homepage: 'https://frame.example/about',
    redirectUris: [frameUri],
    scopes: ['photos:read', 'orders:read'],
  },
  partner: {
    kind: 'page',
    name: 'Address book',
    brand: 'keepsake',
    redirectUris: ['https://partner.example/'],
    scopes: ['account'],
  },
  desk: {
    kind: 'page',
    name: 'Desk',
    brand: 'keepsake',
    ours: true,
    redirectUris: ['https://desk.example/'],
    scopes: ['account'],
  },
  tool: {
    kind: 'native',
    name: 'Tool',
    brand: 'keepsake',
    ours: true,
    redirectUris: ['http://127.0.0.1/callback'],
    scopes: ['photos:write'],
  },
  phone: {
    kind: 'native',
    name: 'Phone',
    brand: 'keepsake',
    redirectUris: ['com.example.frame:/callback', 'https://frame.example/app'],
    scopes: ['photos:read'],
  },
  factory: {
    kind: 'service',
    name: 'Factory',
    brand: 'keepsake',
    scopes: ['orders:write'],
    secretDigest: digestOfSecret(secret),
  },
}

let services: RunningServices

/** Makes a call with a token. */
const call = async (path: string, token: string, method = 'GET') =>
  fetch(`${services.url}${path}`, { method, headers: { authorization: `Bearer ${token}` } })

/** The connected apps of Anna. */
async function connections(): Promise<{ readonly id: string; readonly lastUsedAt: string | null }[]> {
  const { access_token } = await signInAs(new Visitor(services.url, publicUrl), credentials)
  const { connections: found } = await (await call('/identity/connections', access_token)).json()
  return found
}

/** Disconnects an app of Anna. @returns the status */
async function disconnect(id: string): Promise<number> {
  const { access_token } = await signInAs(new Visitor(services.url, publicUrl), credentials)
  return (await call(`/identity/connections/${id}`, access_token, 'DELETE')).status
}

/** Makes a request as a page of an origin. Returns the origin that may read the answer. */
const from = async (path: string, origin: string) =>
  (await fetch(`${services.url}${path}`, { headers: { origin } })).headers.get('access-control-allow-origin')

const exchange = async (origin: string, client = 'frame') =>
  fetch(`${services.url}/identity/token`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ client_id: client, grant_type: 'refresh_token', refresh_token: 'x' }),
  })

/** Asks for a token of the program that acts for itself. */
const ask = async (given = secret, wanted = 'orders:write') =>
  fetch(`${services.url}/identity/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`factory:${encodeURIComponent(given)}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: wanted }),
  })

describe('clients of other teams', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clients-'))
    await Promise.all(
      Object.entries(files).map(async ([id, file]) => writeFile(join(folder, `${id}.json`), JSON.stringify(file))),
    )
    services = await startServices({
      services: ['identity', 'site', 'vouchers', 'mailing'],
      environment: { PUBLIC_URL: publicUrl, DEMO: 'true', CLIENTS_DIR: folder },
    })
    await services.createDemo()
  })
  afterAll(async () => {
    await services.close()
    await rm(folder, { recursive: true })
  })

  let visitor: Visitor
  beforeEach(async () => {
    visitor = new Visitor(services.url, publicUrl)
    // The service remembers what a customer has allowed, so the apps are disconnected before each test.
    await Promise.all(['frame', 'phone'].map(disconnect))
  })

  /** Opens a sign-in, up to the page that asks for consent. Returns its address. */
  async function openConsent(request = atFrame(), changes: Record<string, string> = {}): Promise<string> {
    const first = locationOf(await visitor.get(request.url({ scope, ...changes })))
    // The visitor may be signed in already.
    if (first.includes('/consent')) return first
    const answered = await visitor.submit(first, credentials)
    return locationOf(await visitor.get(locationOf(answered)))
  }

  async function allow(request = atFrame(), changes: Record<string, string> = {}) {
    const answered = await visitor.submit(await openConsent(request, changes), { answer: 'allow' })
    return tokensFor(visitor, request.exchange(await finishSignIn(visitor, answered)))
  }

  test('the page that asks for consent has the look of the brand, and says what the app may do', async () => {
    const page = await visitor.get(await openConsent())
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain('brands/lumina.css')
    expect(html).toContain('Let Photo &#60;frame&#62; use your account?')
    expect(html).toContain('see and download your photos and albums')
    expect(html).toContain('see your orders, invoices, vouchers and saved projects')
    expect(html).not.toContain('add photos')
    expect(html).toContain('Then you return to frame.example.')
    expect(page.headers.get('content-security-policy')).toContain('https://frame.example')
  })

  test('a customer who refuses returns to the app, which gets no code', async () => {
    const answered = await visitor.submit(await openConsent(), { answer: 'refuse' })
    const back = new URL(locationOf(await visitor.get(locationOf(answered))))
    expect(`${back.origin}${back.pathname}`).toBe(frameUri)
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual(['access_denied', null])
  })

  test('tokens have the allowed scopes, and work only for these', async () => {
    const { access_token: token } = await allow()
    expect(decodeJwt(token)).toMatchObject({ client_id: 'frame', scope: 'photos:read orders:read', sub: anna.id })
    expect((await call('/vouchers/api/v1/campaigns/offers/X', token)).status).toBe(404)
    const refused = await call('/mailing/api/v1/subscriptions/me', token)
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { code: 'FORBIDDEN', detail: 'The access token lacks the scope account.' },
    ])
    expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="account"')
  })

  test('a client never gets a scope that its file does not have', async () => {
    const { access_token: token } = await allow(atFrame(), { scope: `${scope} photos:delete account` })
    expect(decodeJwt(token)['scope']).toBe('photos:read orders:read')
  })

  test('a token without a scope allows nothing', async () => {
    const { access_token: token } = await allow(atFrame(), { scope: 'openid' })
    expect(decodeJwt(token)['scope']).toBe('')
    expect((await call('/vouchers/api/v1/campaigns/offers/X', token)).status).toBe(403)
  })

  test('a customer is asked for consent again only if the app requests more scopes', async () => {
    await allow(atFrame(), { scope: 'openid photos:read' })
    const next = new Visitor(services.url, publicUrl)
    const request = atFrame()
    const known = await next.submit(
      locationOf(await next.get(request.url({ scope: 'openid photos:read' }))),
      credentials,
    )
    expect(locationOf(await next.get(locationOf(known)))).toMatch(/^https:\/\/frame\.example\/callback\?code=/)
    expect(await openConsent(atFrame(), { scope })).toContain('/consent')
  })

  test('a customer can disconnect an app: its refresh token ends, and its next sign-in asks for consent', async () => {
    const { refresh_token: token } = await allow()
    expect(await connections()).toMatchObject([{ id: 'frame', name: 'Photo <frame>', lastUsedAt: expect.any(String) }])
    expect(await disconnect('frame')).toBe(204)
    expect(await disconnect('frame')).toBe(404)
    expect(await connections()).toEqual([])
    expect((await refresh(visitor, token, 'frame')).status).toBe(400)
    const again = locationOf(await visitor.get(atFrame().url({ scope })))
    expect(again).toContain('/consent')
  })

  test('another customer cannot disconnect the app', async () => {
    const { refresh_token: token } = await allow()
    const other = await signInAs(new Visitor(services.url, publicUrl), { email: ben.email, password: demoPassword })
    expect((await call('/identity/connections/frame', other.access_token, 'DELETE')).status).toBe(404)
    expect((await refresh(visitor, token, 'frame')).status).toBe(200)
  })

  test('offline access outlives the session of the browser; other access does not', async () => {
    const ordinary = await allow()
    const lasting = await allow(atFrame(), { scope: `${scope} offline_access`, prompt: 'consent' })
    expect(decodeJwt(ordinary.access_token)['sid']).toEqual(expect.any(String))
    expect(decodeJwt(lasting.access_token)['sid']).toBeUndefined()
    const form = await (await visitor.get(`/identity/session/end?id_token_hint=${lasting.id_token}`)).text()
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)?.[1] ?? ''
    expect((await visitor.submit('/identity/session/end/confirm', { xsrf, logout: 'yes' })).status).toBe(303)
    expect((await refresh(visitor, lasting.refresh_token, 'frame')).status).toBe(200)
  })

  test('a program of the retailer needs no consent', async () => {
    const request = new SignInRequest('desk', 'https://desk.example/')
    const answered = await visitor.submit(
      locationOf(await visitor.get(request.url({ scope: 'openid account' }))),
      credentials,
    )
    const { access_token: token } = await tokensFor(visitor, request.exchange(await finishSignIn(visitor, answered)))
    expect(decodeJwt(token)['scope']).toBe('account')
  })

  test('an app of a partner cannot make sensitive changes, even right after the sign-in', async () => {
    expect(decodeJwt((await allow()).access_token)['auth_time']).toBeUndefined()
    const atSite = await signInAs(new Visitor(services.url, publicUrl), credentials)
    expect(decodeJwt(atSite.access_token)['auth_time']).toEqual(expect.any(Number))
  })

  test('an app of a partner ends no sign-in, renames no passkey, and disconnects only itself', async () => {
    const partner = new SignInRequest('partner', 'https://partner.example/')
    const { access_token: token } = await allow(partner, { scope: 'openid account' })
    await allow()
    const refused = [
      await call('/identity/sessions', token, 'DELETE'),
      await call('/identity/sessions/abc', token, 'DELETE'),
      await call('/identity/connections/frame', token, 'DELETE'),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
    const renamed = await fetch(`${services.url}/identity/passkeys/${randomUUID()}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Phone' }),
    })
    expect(await renamed.json()).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    expect((await connections()).map(({ id }) => id)).toEqual(expect.arrayContaining(['frame', 'partner']))
    expect((await call('/identity/connections/partner', token, 'DELETE')).status).toBe(204)
    expect((await connections()).map(({ id }) => id)).not.toContain('partner')
  })

  test('a native program may listen on any port, and needs consent even if it is ours', async () => {
    const request = new SignInRequest('tool', 'http://127.0.0.1:49321/callback')
    const page = await visitor.get(await openConsent(request, { scope: 'openid photos:write' }))
    expect(page.headers.get('content-security-policy')).toContain('http://127.0.0.1:*')
    expect(await page.text()).toContain('Then you return to the app on this device.')
  })

  test.each(files.phone.redirectUris)('a mobile app signs in with its own redirect URI: %s', async (uri) => {
    const request = new SignInRequest('phone', uri)
    const changes = { scope: 'openid photos:read offline_access', prompt: 'consent' }
    const { refresh_token } = await allow(request, changes)
    expect((await refresh(visitor, refresh_token, 'phone')).status).toBe(200)
    // The next sign-in asks for consent again.
    const { pathname } = new URL(await openConsent(request, { scope: 'openid photos:read' }), publicUrl)
    expect(pathname).toMatch(/\/consent$/)
    expect((await visitor.get(request.url({ redirect_uri: `${uri}/more` }))).status).toBe(400)
    const plain = await visitor.get(request.url({ code_challenge_method: 'plain' }))
    expect(locationOf(plain)).toContain('error=invalid_request')
  })

  test.each([
    ['another address', { redirect_uri: 'https://frame.example/other' }, 'invalid_redirect_uri'],
    ['an unknown client', { client_id: 'nobody' }, 'invalid_client'],
  ])(
    '%s is refused: the page has the reason for developers, but does not say what is registered',
    async (_what, changes, reason) => {
      const refused = await visitor.get(atFrame().url(changes))
      expect(refused.status).toBe(400)
      const html = await refused.text()
      expect(html).toContain(reason)
      expect(html).not.toContain(frameUri)
    },
  )

  test('pages of a client may use the token endpoint, the config and storage; pages of other origins may not', async () => {
    const config = '/site/config.json?host=localhost'
    expect(await from(config, 'https://frame.example')).toBe('https://frame.example')
    expect(await from(config, 'https://other.example')).toBeNull()
    expect((await exchange('https://frame.example')).headers.get('access-control-allow-origin')).toBe(
      'https://frame.example',
    )
    expect((await exchange('https://other.example')).headers.get('access-control-allow-origin')).toBeNull()
    expect((await exchange('null', 'phone')).headers.get('access-control-allow-origin')).toBeNull()
  })

  describe('a program that acts for itself', () => {
    test('gets a token for its secret only', async () => {
      expect((await ask('another secret')).status).toBe(401)
      expect((await ask(files.factory.secretDigest)).status).toBe(401)
      const { access_token: token } = await (await ask()).json()
      expect(decodeJwt(token)).toMatchObject({ sub: 'factory', client_id: 'factory', scope: 'orders:write' })
    })

    test('calls what services may call, within its scopes, and nothing of a customer', async () => {
      const { access_token: token } = await (await ask()).json()
      const release = await fetch(`${services.url}/vouchers/api/v1/reservations/release`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ codes: 7 }),
      })
      // The call is allowed: only its body is refused.
      expect(release.status).toBe(400)
      expect((await call(`/vouchers/accounts/${anna.id}/personal-data/vouchers`, token)).status).toBe(403)
      expect((await call('/vouchers/api/v1/campaigns/offers/X', token)).status).toBe(401)
    })

    test('cannot sign a customer in', async () => {
      const request = new SignInRequest('factory', 'https://frame.example/callback')
      expect((await visitor.get(request.url())).status).toBe(400)
    })
  })

  test('the discovery document names the scopes', async () => {
    const discovery = await (await visitor.get('/identity/.well-known/openid-configuration')).json()
    expect(discovery.scopes_supported).toEqual(expect.arrayContaining(['openid', 'offline_access', ...apiScopes]))
  })

  test('our own sites need no scopes, and their tokens have all', async () => {
    const { access_token: token } = await signInAs(visitor, credentials)
    expect(decodeJwt(token)['scope']).toBe(apiScopes.join(' '))
  })

  test('a client’s file takes effect without a restart, and its removal ends the client’s tokens', async () => {
    const file = join(folder, 'late.json')
    await writeFile(file, JSON.stringify({ ...files.frame, name: 'Late' }))
    const request = new SignInRequest('late', frameUri)
    await expect.poll(async () => (await visitor.get(request.url())).status, { timeout: 5_000 }).toBe(303)
    const { refresh_token: token } = await allow(request)
    await rm(file)
    await expect.poll(async () => (await refresh(visitor, token, 'late')).status, { timeout: 5_000 }).toBe(401)
    expect(await connections()).toMatchObject([{ id: 'late', name: 'Late', homepage: null }])
    expect(await disconnect('late')).toBe(204)
  })
})
