import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts, demoPassword } from '../../../services/platform/demo.ts'
import { luminaUrl, ownAddress, publicUrl, type RunningIdentity, startIdentity } from './support.ts'
import { finishSignIn, locationOf, openSignIn, signInAs, SignInRequest, tokensFor } from './visitor.ts'

const [anna, , studio] = demoAccounts
const credentials = { email: anna.email, password: demoPassword }
let identity: RunningIdentity

beforeAll(async () => {
  identity = await startIdentity()
})

afterAll(async () => identity.close())

describe('tokens', () => {
  test('an access token follows the contract, and the platform accepts it', async () => {
    const tokens = await signInAs(identity.visitor(), credentials)
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
    const claims = decodeJwt(tokens.access_token)
    expect(claims).toMatchObject({
      iss: `${publicUrl}/identity`,
      aud: 'urn:keepsake:api',
      sub: anna.id,
      email: anna.email,
      idp_type: 'keepsake',
      idp_sub: anna.id,
      auth_method: 'password',
      client_id: 'keepsake-web',
    })
    expect(Number(claims.exp) - Number(claims.iat)).toBe(600)
    expect(await identity.platform.tokens.verify(tokens.access_token)).toMatchObject({ id: anna.id, email: anna.email })
  })

  test('an identity token tells the site who signed in', async () => {
    const tokens = await signInAs(identity.visitor(), credentials)
    expect(decodeProtectedHeader(tokens.id_token).alg).toBe('ES256')
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      aud: 'keepsake-web',
      sub: anna.id,
      email: anna.email,
      name: anna.name,
      idp_type: 'keepsake',
      idp_sub: anna.id,
      auth_method: 'password',
      nonce: 'some-nonce',
    })
  })

  test('a token of a business account contains its type', async () => {
    const tokens = await signInAs(identity.visitor(), { email: studio.email, password: demoPassword })
    expect(decodeJwt(tokens.access_token)['auth_method']).toBe('b2b')
  })

  test('an identity token is not accepted as an access token', async () => {
    const tokens = await signInAs(identity.visitor(), credentials)
    await expect(identity.platform.tokens.verify(tokens.id_token)).rejects.toMatchObject({ status: 401 })
  })

  test.each(['https://other.example/', 'urn:other:api'])('are not issued for %s', async (resource) => {
    const answer = await identity.visitor().get(new SignInRequest().url({ resource }))
    expect(new URL(locationOf(answer)).searchParams.get('error')).toBe('invalid_target')
  })
})

describe('the redirects of a sign-in', () => {
  test('go through pages at the public address, whatever host the caller claims', async () => {
    const visitor = identity.visitor({
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      host: 'evil.example',
    })
    const page = await openSignIn(visitor)
    expect(new URL(page, publicUrl).origin).toBe(publicUrl)
    const answered = await visitor.submit(page, credentials)
    expect(new URL(locationOf(answered)).origin).toBe(publicUrl)
    const discovery = await visitor.get('/identity/.well-known/openid-configuration')
    expect(await discovery.text()).not.toContain('evil')
  })

  test('ask for the password once: a second site of ours gets its code without a page', async () => {
    const visitor = identity.visitor()
    await signInAs(visitor, credentials)
    const request = new SignInRequest('lumina-web', `${luminaUrl}/auth/callback`)
    const back = new URL(locationOf(await visitor.get(request.url())))
    expect(back.origin).toBe(luminaUrl)
    const tokens = await tokensFor(visitor, request.exchange(back.searchParams.get('code') ?? ''))
    expect(decodeJwt(tokens.access_token)).toMatchObject({ sub: anna.id, client_id: 'lumina-web' })
  })

  test('report a missing session to a silent request, without a page', async () => {
    const back = new URL(locationOf(await identity.visitor().get(new SignInRequest().url({ prompt: 'none' }))))
    expect(back.searchParams.get('error')).toBe('login_required')
    expect(back.searchParams.get('state')).toBe('some-state')
  })

  test('signing in as another account in the same browser removes everything of the first account', async () => {
    const visitor = identity.visitor()
    await signInAs(visitor, credentials)
    const page = locationOf(await visitor.get(new SignInRequest().url({ prompt: 'login' })))
    const answered = await visitor.submit(page, { email: studio.email, password: demoPassword })
    const leaving = await visitor.get(locationOf(answered))
    const form = await leaving.text()
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)?.[1] ?? ''
    const left = await visitor.submit('/identity/session/end/confirm', { xsrf, logout: 'yes' })
    const back = new URL(locationOf(await visitor.get(locationOf(left))))
    expect(back.searchParams.get('code')).toBeTruthy()
    const silent = await visitor.get(new SignInRequest().url({ prompt: 'none', id_token_hint: undefined }))
    expect(new URL(locationOf(silent)).searchParams.get('code')).toBeTruthy()
  })
})

describe('requests that are refused', () => {
  test.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['plain PKCE', { code_challenge_method: 'plain' }],
    ['PKCE without a method', { code_challenge_method: undefined }],
  ])('a request with %s is refused', async (_name, changes) => {
    const back = new URL(locationOf(await identity.visitor().get(new SignInRequest().url(changes))))
    expect(back.origin + back.pathname).toBe(`${publicUrl}/auth/callback`)
    expect(back.searchParams.get('error')).toBe('invalid_request')
    expect(back.searchParams.get('code')).toBeNull()
  })

  test.each([
    ['https://evil.example/auth/callback'],
    [`${publicUrl}/auth/callback/`],
    [`${publicUrl}/auth/callback?next=https://evil.example`],
    [`${publicUrl}/auth/callback/../../anything`],
    [`${luminaUrl}/auth/callback`],
    ['http://localhost:4000@evil.example/auth/callback'],
    ['javascript:alert(1)'],
    ['//evil.example'],
  ])('visitors are never redirected to %s', async (uri) => {
    const answer = await identity.visitor().get(new SignInRequest().url({ redirect_uri: uri }))
    expect(answer.status).toBe(400)
    expect(answer.headers.get('location')).toBeNull()
    expect(await answer.text()).not.toContain('evil.example')
  })

  test.each([
    [{ client_id: 'nobody' }],
    [{ client_id: undefined }],
    [{ client_id: '"><script>alert(1)</script>' }],
    [{ redirect_uri: undefined }],
  ])('a page says that the link does not work: %j', async (changes) => {
    const answer = await identity.visitor().get(new SignInRequest().url(changes))
    expect(answer.status).toBe(400)
    const page = await answer.text()
    expect(page).toContain('This link does not work')
    expect(page).not.toContain('alert(1)')
  })

  test.each(['token', 'id_token', 'code id_token'])('the response type %s is refused', async (response_type) => {
    const answer = await identity.visitor().get(new SignInRequest().url({ response_type }))
    expect(locationOf(answer)).toContain('error=unsupported_response_type')
  })

  test('a code is useless without its verifier, with another verifier, or for another site', async () => {
    const visitor = identity.visitor()
    const request = new SignInRequest()
    const page = await openSignIn(visitor, request)
    const code = await finishSignIn(visitor, await visitor.submit(page, credentials))
    const right = request.exchange(code)
    for (const wrong of [
      { ...right, code_verifier: '' },
      { ...right, code_verifier: 'x'.repeat(43) },
      { ...right, client_id: 'lumina-web' },
      { ...right, redirect_uri: `${publicUrl}/` },
    ]) {
      const answer = await visitor.submit('/identity/token', wrong, { accept: 'application/json' })
      expect(answer.status).toBe(400)
      expect(await answer.json()).not.toHaveProperty('access_token')
    }
    expect((await tokensFor(visitor, right)).access_token).toBeTruthy()
  })
})

describe('calls from other origins', () => {
  test.each([
    [publicUrl, 'keepsake-web', true],
    [luminaUrl, 'lumina-web', true],
    [luminaUrl, 'keepsake-web', false],
    ['https://evil.example', 'keepsake-web', false],
    ['null', 'keepsake-web', false],
  ])('%s may read the tokens of %s: %s', async (origin, clientId, allowed) => {
    const fields = { client_id: clientId, grant_type: 'refresh_token', refresh_token: 'unknown' }
    const answer = await identity.visitor().submit('/identity/token', fields, { origin, accept: 'application/json' })
    expect(answer.headers.get('access-control-allow-origin')).toBe(allowed ? origin : null)
    expect(await answer.json()).toMatchObject({ error: allowed ? 'invalid_grant' : 'invalid_request' })
  })

  test('cookies are never allowed with such calls', async () => {
    const fields = { client_id: 'lumina-web', grant_type: 'refresh_token', refresh_token: 'unknown' }
    const answer = await identity.visitor().submit('/identity/token', fields, { origin: luminaUrl })
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })
})

describe('the sign-in form', () => {
  test('gives the same answer for an unknown e-mail and a wrong password', async () => {
    const visitor = identity.visitor(ownAddress())
    const page = await openSignIn(visitor)
    const answers = []
    const challenges: string[] = ['']
    for (const email of [anna.email, 'nobody@example.com']) {
      const answer = await visitor.submit(page, { email, password: 'not the password' })
      expect(answer.status).toBe(422)
      const text = await answer.text()
      // Each page has a new challenge for a passkey.
      const [, challenge = ''] = /&#34;challenge&#34;:&#34;([\w-]{43})&#34;/.exec(text) ?? []
      expect(challenges).not.toContain(challenge)
      challenges.push(challenge)
      answers.push(text.replace(`value="${email}"`, '').replace(challenge, ''))
    }
    expect(answers[0]).toContain('don’t match')
    expect(answers[0]).not.toContain('aria-invalid')
    expect(answers[0]).toBe(answers[1])
  })

  test('accepts the e-mail in any spelling', async () => {
    const visitor = identity.visitor()
    const answered = await visitor.submit(await openSignIn(visitor), {
      email: `  ${anna.email.toUpperCase()} `,
      password: demoPassword,
    })
    expect(answered.status).toBe(303)
  })

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: luminaUrl }],
  ])('is refused from another site’s page: %j', async (headers) => {
    const visitor = identity.visitor()
    const answer = await visitor.submit(await openSignIn(visitor), credentials, headers)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('location')).toBeNull()
  })

  test.each([
    ['an empty body', {}, ''],
    ['JSON', { 'content-type': 'application/json' }, '{"email":"a@example.com","password":"x"}'],
    ['fields twice', { 'content-type': 'application/x-www-form-urlencoded' }, 'email=a%40example.com&email=b'],
    [
      'bytes that are not text',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'email=%FF%00&password=%FF%00',
    ],
  ])('treats %s as an incomplete form', async (_name, headers, body) => {
    const visitor = identity.visitor(ownAddress())
    const answer = await visitor.post(await openSignIn(visitor), body, headers)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('role="alert"')
  })

  test('is refused above the size limit', async () => {
    const visitor = identity.visitor(ownAddress())
    const answer = await visitor.submit(await openSignIn(visitor), { email: anna.email, password: 'x'.repeat(20_000) })
    expect(answer.status).toBe(413)
  })

  test('belongs to one browser: another browser cannot open its address', async () => {
    const page = await openSignIn(identity.visitor())
    const other = identity.visitor()
    expect((await other.get(page)).status).toBe(400)
    expect((await other.submit(page, credentials)).status).toBe(400)
    await openSignIn(other)
    expect((await other.get(page)).status).toBe(400)
  })

  test('is shown and accepted only at the address of the browser’s own sign-in', async () => {
    const foreign = await openSignIn(identity.visitor())
    const started = await fetch(`${identity.url}${new SignInRequest().url()}`, { redirect: 'manual' })
    const cookie = started.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const statusAt = async (path: string, body?: URLSearchParams) => {
      const init = body ? { method: 'POST', body } : {}
      return (await fetch(`${identity.url}${path}`, { ...init, headers: { cookie }, redirect: 'manual' })).status
    }
    const own = locationOf(started)
    for (const path of [foreign, registrationOf(foreign)]) {
      expect([await statusAt(path), await statusAt(path, new URLSearchParams(credentials))]).toEqual([400, 400])
    }
    expect([await statusAt(own), await statusAt(registrationOf(own))]).toEqual([200, 200])
  })

  test('says after its expiry how to start again, at the site the visitor came from', async () => {
    const visitor = identity.visitor()
    const request = new SignInRequest('lumina-web', `${luminaUrl}/auth/callback`)
    const page = await openSignIn(visitor, request)
    await finishSignIn(visitor, await visitor.submit(page, credentials))
    const answer = await visitor.get(page)
    expect(answer.status).toBe(400)
    const text = await answer.text()
    expect(text).toContain('This page has expired')
    expect(text).toContain(`href="${luminaUrl}/"`)
  })
})

/** The address of the registration page of the same interaction. */
function registrationOf(signInPage: string): string {
  return signInPage.replace('?', '/registration?')
}
