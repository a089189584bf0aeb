import { rm } from 'node:fs/promises'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts, demoPassword } from '../../../services/platform/demo.ts'
import { changeBrand, copyBrands } from '../../support/brands.ts'
import { type RunningServices, startServices } from '../../support/services.ts'
import { publicUrl } from './support.ts'
import { finishSignIn, openSignIn, SignInRequest, Visitor } from './visitor.ts'

const [anna] = demoAccounts
const credentials = { email: anna.email, password: demoPassword }
const issuerPath = '/identity/authorities/nordic'
const issuer = `${publicUrl}${issuerPath}`
const atSolbild = () => new SignInRequest('se-web', 'http://se.localhost:4000/auth/callback', issuerPath)

interface Tokens {
  readonly access_token: string
  readonly id_token: string
  readonly refresh_token: string
}

async function tokensAt(visitor: Visitor, path: string, fields: Record<string, string>): Promise<Tokens> {
  const answer = await visitor.submit(`${path}/token`, fields, { accept: 'application/json' })
  expect(answer.status).toBe(200)
  return answer.json()
}

async function signIn(visitor: Visitor, request = atSolbild()): Promise<Tokens> {
  const answered = await visitor.submit(await openSignIn(visitor, request), credentials)
  const code = await finishSignIn(visitor, answered)
  return tokensAt(visitor, request.issuerPath, request.exchange(code))
}

describe('a brand with an authority of its own', () => {
  let folder: string
  let services: RunningServices
  beforeAll(async () => {
    folder = await copyBrands()
    services = await startServices({
      services: ['identity', 'site'],
      environment: { PUBLIC_URL: publicUrl, DEMO: 'true', BRANDS_DIR: folder },
    })
    await services.createDemo()
  })
  afterAll(async () => {
    await services.close()
    await rm(folder, { recursive: true })
  })

  const newVisitor = () => new Visitor(services.url, publicUrl)

  test('has its endpoints below its issuer, with our keys', async () => {
    const answer = await newVisitor().get(`${issuerPath}/.well-known/openid-configuration`)
    const discovery: Record<string, string> = await answer.json()
    expect(discovery).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      end_session_endpoint: `${issuer}/session/end`,
      jwks_uri: `${issuer}/jwks`,
    })
    const keysAt = async (path: string) => (await newVisitor().get(path)).text()
    expect(await keysAt(`${issuerPath}/jwks`)).toBe(await keysAt('/identity/jwks'))
    const config = await fetch(`${services.url}/site/config.json?host=se.localhost`)
    expect(await config.json()).toMatchObject({ authority: issuer, clientId: 'se-web' })
  })

  test('signs its customers in, on pages of its own look, with tokens that the services accept', async () => {
    const visitor = newVisitor()
    const page = await (await visitor.get(await openSignIn(visitor, atSolbild()))).text()
    expect(page).toContain('/identity/assets/brands/se.css')
    const tokens = await signIn(visitor)
    for (const token of [tokens.access_token, tokens.id_token]) expect(decodeJwt(token).iss).toBe(issuer)
    const asAnna = { authorization: `Bearer ${tokens.access_token}` }
    expect((await fetch(`${services.url}/identity/email`, { headers: asAnna })).status).toBe(200)
    const renewal = { client_id: 'se-web', grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    expect(decodeJwt((await tokensAt(visitor, issuerPath, renewal)).access_token).iss).toBe(issuer)
  })

  test('shares the session with the other brands: its customers need not sign in again there', async () => {
    const visitor = newVisitor()
    await signIn(visitor)
    const request = new SignInRequest()
    const back = await visitor.get(request.url({ prompt: 'none' }))
    const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const tokens = await tokensAt(visitor, '/identity', request.exchange(code))
    expect(decodeJwt(tokens.access_token).iss).toBe(`${publicUrl}/identity`)
  })

  test('is no client of our own issuer, and the other brands are no clients of its issuer', async () => {
    const wrong = [
      new SignInRequest('se-web', 'http://se.localhost:4000/auth/callback'),
      new SignInRequest('keepsake-web', `${publicUrl}/auth/callback`, issuerPath),
    ]
    for (const request of wrong) expect((await newVisitor().get(request.url())).status).toBe(400)
  })

  test('cannot start a sign-in at an authority that no brand has', async () => {
    const request = new SignInRequest('se-web', 'http://se.localhost:4000/auth/callback', '/identity/authorities/other')
    expect((await newVisitor().get(request.url())).status).toBe(404)
  })

  test('can be added and moved to another address without a restart', async () => {
    const moved = new SignInRequest(
      'lumina-web',
      'http://photos.lumina.example/auth/callback',
      '/identity/authorities/west',
    )
    expect((await newVisitor().get(moved.url())).status).toBe(404)
    await changeBrand(folder, 'lumina', { authority: 'west', hosts: [{ host: 'photos.lumina.example' }] })
    await expect
      .poll(async () => (await newVisitor().get(moved.url())).status, { timeout: 10_000, interval: 300 })
      .toBe(303)
    const page = await newVisitor().get(moved.url())
    expect(page.headers.get('content-security-policy')).toContain('http://photos.lumina.example')
    const tokens = await signIn(newVisitor(), moved)
    expect(decodeJwt(tokens.access_token)['client_id']).toBe('lumina-web')
  })
})
