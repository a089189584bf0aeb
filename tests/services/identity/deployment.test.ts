import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServices, startServices } from '../../support/services.ts'
import { locationOf, openSignIn, SignInRequest, Visitor } from './visitor.ts'

const secureUrl = 'https://photos.example'

describe('behind a public https address', () => {
  let services: RunningServices
  let visitor: Visitor
  const request = new SignInRequest('lumina-web', 'https://lumina.photos.example/auth/callback')

  beforeAll(async () => {
    services = await startServices({ services: ['identity'], environment: { PUBLIC_URL: secureUrl } })
    visitor = new Visitor(services.url, secureUrl)
  })

  afterAll(async () => services.close())

  test('cookies are sent over https only', async () => {
    const answer = await visitor.get(request.url())
    const cookies = answer.headers.getSetCookie()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/; secure/i)
  })

  test('every URL of the provider has the public origin', async () => {
    const answer = await visitor.get('/identity/.well-known/openid-configuration')
    const discovery: unknown = await answer.json()
    expect(discovery).toMatchObject({
      issuer: `${secureUrl}/identity`,
      jwks_uri: `${secureUrl}/identity/jwks`,
      authorization_endpoint: `${secureUrl}/identity/auth`,
      token_endpoint: `${secureUrl}/identity/token`,
      end_session_endpoint: `${secureUrl}/identity/session/end`,
      code_challenge_methods_supported: ['S256'],
    })
    expect(JSON.stringify(discovery)).not.toMatch(/127\.0\.0\.1|http:/)
  })

  test('brands are on sub-domains of the address', async () => {
    const page = await (await visitor.get(await openSignIn(visitor, request))).text()
    expect(page).toContain('<title>Sign in – Lumina</title>')
    const elsewhere = new SignInRequest('lumina-web', 'https://lumina.photos.example.evil.example/auth/callback')
    expect((await visitor.get(elsewhere.url())).status).toBe(400)
  })

  test('the published keys contain nothing secret', async () => {
    const answer = await visitor.get('/identity/jwks')
    const { keys } = (await answer.json()) as { keys: Record<string, unknown>[] } // the form of every JWK set
    expect(keys).toHaveLength(1)
    expect(Object.keys(keys[0] ?? {}).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  })
})

test('pages work without the site service', async () => {
  const services = await startServices({ services: ['identity'], environment: { PUBLIC_URL: secureUrl } })
  try {
    const visitor = new Visitor(services.url, secureUrl)
    const request = new SignInRequest('keepsake-web', `${secureUrl}/auth/callback`)
    expect((await visitor.get(await openSignIn(visitor, request))).status).toBe(200)
  } finally {
    await services.close()
  }
})

test('while a catalogue cannot be read, pages say that signing in is not possible, and tokens still work', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-locales-'))
  await writeFile(join(folder, 'en-GB.json'), '{')
  const services = await startServices({
    services: ['identity'],
    environment: { PUBLIC_URL: secureUrl, LOCALES_DIR: folder },
  })
  try {
    const visitor = new Visitor(services.url, secureUrl)
    const request = new SignInRequest('keepsake-web', `${secureUrl}/auth/callback`)
    const page = await visitor.get(await openSignIn(visitor, request))
    expect(page.status).toBe(503)
    expect(page.headers.get('retry-after')).toBe('5')
    const refused = await visitor.get(request.url({ client_id: 'nobody' }))
    expect(refused.status).toBe(503)
    expect((await visitor.get('/identity/jwks')).status).toBe(200)
    const silent = await visitor.get(request.url({ prompt: 'none' }))
    expect(locationOf(silent)).toContain('error=login_required')
  } finally {
    await services.close()
    await rm(folder, { recursive: true })
  }
})
