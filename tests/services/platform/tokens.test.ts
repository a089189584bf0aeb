import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issuersOf } from '../../../services/platform/brands/brands.ts'
import { createTokens } from '../../../services/platform/tokens.ts'
import type { Tokens } from '../../../services/platform/platform.ts'
import { stopClock } from '../../support/stoppedClock.ts'
import { brandsAt } from '../../support/brands.ts'

const publicUrl = 'https://keepsake.example'
const account = '0198c0de-0000-7000-8000-00000000a001'
const claims = { email: 'anna@keepsake.example', auth_method: 'password' }
const now = () => Math.floor(Date.now() / 1000)

let server: Server
let tokens: Tokens
let key: CryptoKey
let publicKey: CryptoKey
let stranger: CryptoKey
let jwks: string

interface TokenOptions {
  payload?: Record<string, unknown>
  header?: { alg?: string; typ?: string; kid?: string }
  key?: CryptoKey
}

function make({ payload = {}, header = {}, key: signingKey = key }: TokenOptions = {}): Promise<string> {
  const all = {
    iss: `${publicUrl}/identity`,
    aud: 'urn:keepsake:api',
    sub: account,
    iat: now() - 10,
    exp: now() + 600,
    ...claims,
    ...payload,
  }
  const kept = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  return new SignJWT(kept).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'one', ...header }).sign(signingKey)
}

const issuers = () => issuersOf(publicUrl, brandsAt(publicUrl))

function base64url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

beforeAll(async () => {
  ;({ privateKey: key, publicKey } = await generateKeyPair('ES256', { extractable: true }))
  ;({ privateKey: stranger } = await generateKeyPair('ES256'))
  jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] })
  server = createServer((request, response) => {
    response.writeHead(request.url === '/identity/jwks' ? 200 : 404, { 'content-type': 'application/json' })
    response.end(jwks)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  tokens = createTokens({ issuers, identityUrl: `${urlOf(server)}/identity` })
})
afterAll(() => server.close())

function urlOf(listening: Server): string {
  // The cast is safe: the address of a TCP server is an object with a port.
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
}

describe('access tokens', () => {
  test('a valid token identifies the account', async () => {
    expect(await tokens.verify(await make())).toEqual({
      id: account,
      email: 'anna@keepsake.example',
      authMethod: 'password',
      emailVerified: false,
      clientId: null,
      authenticatedAt: null,
      sessionId: null,
      scopes: null,
      expires: expect.any(Date),
    })
  })

  test.each([
    ['photos:read account', ['photos:read', 'account']],
    ['openid photos:read unknown', ['photos:read']],
    ['', []],
  ])('a token with the scopes %j allows %j', async (scope, scopes) => {
    const verified = await tokens.verify(await make({ payload: { scope } }))
    expect([...(verified.scopes ?? ['all'])]).toEqual(scopes)
  })

  test('a verified token names the client of the sign-in, if the token contains it', async () => {
    const verified = await tokens.verify(await make({ payload: { client_id: 'keepsake-web' } }))
    expect(verified.clientId).toBe('keepsake-web')
  })

  test.each([
    [true, true],
    [false, false],
    ['true', false],
    [1, false],
  ])('an address is verified only if the token says so: %j', async (claim, emailVerified) => {
    expect(await tokens.verify(await make({ payload: { email_verified: claim } }))).toMatchObject({ emailVerified })
  })

  test('may be from the issuer of a brand', async () => {
    const token = await make({ payload: { iss: `${publicUrl}/identity/authorities/nordic` } })
    await expect(tokens.verify(token)).resolves.toMatchObject({ id: account })
  })

  test('clocks may differ by a few seconds', async () => {
    stopClock()
    await expect(tokens.verify(await make({ payload: { iat: now() + 2 } }))).resolves.toMatchObject({ id: account })
    await expect(tokens.verify(await make({ payload: { exp: now() - 2 } }))).resolves.toMatchObject({ id: account })
  })

  test.each<[string, () => Promise<string>]>([
    ['is expired', () => make({ payload: { exp: now() - 10 } })],
    ['never expires', () => make({ payload: { exp: undefined } })],
    ['was issued in the future', () => make({ payload: { iat: now() + 60 } })],
    ['is not valid yet', () => make({ payload: { nbf: now() + 60 } })],
    ['has another issuer', () => make({ payload: { iss: 'https://evil.example/identity' } })],
    [
      'has the issuer of an authority of no brand',
      () => make({ payload: { iss: `${publicUrl}/identity/authorities/other` } }),
    ],
    ['has an issuer with the same beginning', () => make({ payload: { iss: `${publicUrl}/identity/` } })],
    ['has no issuer', () => make({ payload: { iss: undefined } })],
    ['is for another audience', () => make({ payload: { aud: 'keepsake-web' } })],
    ['has no audience', () => make({ payload: { aud: undefined } })],
    ['has no subject', () => make({ payload: { sub: undefined } })],
    ['has a subject that is not an account id', () => make({ payload: { sub: "' or 1=1" } })],
    ['has no e-mail', () => make({ payload: { email: undefined } })],
    ['is an ID token', () => make({ header: { typ: 'JWT' } })],
    [
      'has no type',
      async () => (await make({ header: { typ: 'x' } })).replace(/^[^.]+/, base64url({ alg: 'ES256', kid: 'one' })),
    ],
    ['is signed with another key', () => make({ key: stranger })],
    ['is signed with an unknown key', () => make({ header: { kid: 'two' }, key: stranger })],
    ['is altered', async () => alter(await make(), { sub: '0198c0de-0000-7000-8000-00000000a002' })],
    ['has lost its signature', async () => (await make()).replace(/[^.]+$/, '')],
    ['has half a signature', async () => (await make()).slice(0, -20)],
    ['is unsigned', async () => unsigned()],
    [
      'is unsigned and says it is an access token',
      async () => unsigned().replace(/^[^.]+/, base64url({ alg: 'none', typ: 'at+jwt' })),
    ],
    [
      'is unsigned, in another spelling',
      async () => unsigned().replace(/^[^.]+/, base64url({ alg: 'nOnE', typ: 'at+jwt' })),
    ],
    ['is signed with the public key as a secret', signedWithPublicKey],
    ['brings its own key', bringingItsOwnKey],
    ['is not a token', async () => 'hello'],
    ['is two dots', async () => '..'],
    ['is empty', async () => ''],
    ['is not JSON', async () => `${Buffer.from('hello').toString('base64url')}.e30.x`],
    ['is huge', async () => `${'a'.repeat(10_000)}.e30.x`],
    ['names a critical extension', async () => criticalExtension()],
  ])('a token that %s is refused with 401', async (_what, token) => {
    await expect(tokens.verify(await token())).rejects.toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    })
  })

  test.each([
    ['cannot be reached', 'http://127.0.0.1:9/identity'],
    ['gives another answer', 'nowhere'],
  ])('when the key server %s, the error is 503, not an invalid token', async (_what, address) => {
    const away = createTokens({ issuers, identityUrl: address === 'nowhere' ? `${urlOf(server)}/nowhere` : address })
    await expect(away.verify(await make())).rejects.toMatchObject({ status: 503, code: 'IDENTITY_UNAVAILABLE' })
  })

  test('when the key server answers nonsense, the error is 503, not an invalid token', async () => {
    const odd = createServer((_request, response) => response.end('<html>'))
    await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve))
    const away = createTokens({ issuers, identityUrl: urlOf(odd) })
    await expect(away.verify(await make())).rejects.toMatchObject({ status: 503, code: 'IDENTITY_UNAVAILABLE' })
    odd.close()
  })
})

function alter(token: string, changes: object): string {
  const [header, payload = '', signature] = token.split('.')
  const altered = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...changes }
  return [header, base64url(altered), signature].join('.')
}

function unsigned(): string {
  return new UnsecuredJWT({ ...claims, sub: account, iat: now() })
    .setIssuer(`${publicUrl}/identity`)
    .setAudience('urn:keepsake:api')
    .setExpirationTime('10m')
    .encode()
}

async function signedWithPublicKey(): Promise<string> {
  const content = (await make()).split('.')[1] ?? ''
  const signed = `${base64url({ alg: 'HS256', typ: 'at+jwt', kid: 'one' })}.${content}`
  return `${signed}.${createHmac('sha256', await exportSPKI(publicKey))
    .update(signed)
    .digest('base64url')}`
}

async function bringingItsOwnKey(): Promise<string> {
  const own = await generateKeyPair('ES256', { extractable: true })
  const header = { alg: 'ES256', typ: 'at+jwt', jwk: await exportJWK(own.publicKey) }
  return new SignJWT({
    ...claims,
    sub: account,
    iss: `${publicUrl}/identity`,
    aud: 'urn:keepsake:api',
    iat: now(),
    exp: now() + 60,
  })
    .setProtectedHeader(header)
    .sign(own.privateKey)
}

async function criticalExtension(): Promise<string> {
  const [, content] = (await make()).split('.')
  return `${base64url({ alg: 'ES256', typ: 'at+jwt', kid: 'one', crit: ['x'], x: 1 })}.${content}.AAAA`
}
