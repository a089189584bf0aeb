import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts, demoPassword } from '../../../services/platform/demo.ts'
import { stopClock } from '../../support/stoppedClock.ts'
import { Authenticator } from './authenticator.ts'
import { mailsAbout } from './outbox.ts'
import { addPasskey, below, callAs, openNewPasskey, optionsIn, usePasskey } from './passkeyVisitor.ts'
import { luminaUrl, ownAddress, publicUrl, type RunningIdentity, startIdentity } from './support.ts'
import { finishSignIn, locationOf, openSignIn, signInAs, SignInRequest, tokensFor, type Visitor } from './visitor.ts'

const [anna, ben, studio, clara] = demoAccounts
const credentials = { email: anna.email, password: demoPassword }
const minute = 60_000

let identity: RunningIdentity
beforeAll(async () => {
  identity = await startIdentity()
})
afterAll(async () => identity.close())
// Deletes the passkeys, because an account can have at most 20 of them.
afterEach(async () => identity.database.deleteFrom('passkeys').execute())

/** A customer who has just signed in, from an IP address of their own. */
async function signedIn(email: string = anna.email): Promise<Visitor> {
  const visitor = identity.visitor(ownAddress())
  await signInAs(visitor, { email, password: demoPassword })
  return visitor
}

async function newPasskey(email: string = anna.email): Promise<Authenticator> {
  const authenticator = new Authenticator(publicUrl)
  await addPasskey(await signedIn(email), authenticator)
  return authenticator
}

const stranger = () => identity.visitor(ownAddress())
const call = (method: string, path: string, token: string, body?: unknown) =>
  callAs(identity.url, { method, path, token, body })

describe('adding a passkey', () => {
  test('leads back to the site, and the passkey is listed under its name', async () => {
    const visitor = await signedIn(ben.email)
    const tokens = await addPasskey(visitor, new Authenticator(publicUrl), '  Ben’s \u202ephone ')
    const listed = await (await call('GET', '/identity/passkeys', tokens.access_token)).json()
    expect(listed).toEqual({
      passkeys: [{ id: expect.any(String), name: 'Ben’s phone', createdAt: expect.any(String), lastUsedAt: null }],
    })
  })

  test('the page names the account, and the passkeys that it has already', async () => {
    const authenticator = await newPasskey()
    const visitor = await signedIn()
    const html = await (await visitor.get(await openNewPasskey(visitor))).text()
    expect(html).toContain(anna.email)
    const options = optionsIn(html)
    expect(options.rpId).toBe('localhost')
    expect(options.excluded).toContain(authenticator.credentialId)
    expect(Buffer.from(options.userId, 'base64url').toString()).toBe(anna.id)
  })

  test('needs a password that was entered in the last 5 minutes', async () => {
    const clock = stopClock()
    const visitor = await signedIn()
    clock.advance(6 * minute)
    const request = new SignInRequest()
    const page = await openNewPasskey(visitor, request)
    expect(page).not.toContain('/new-passkey')
    const answered = await visitor.submit(page, credentials)
    const next = locationOf(await visitor.get(locationOf(answered)))
    expect(next).toContain('/new-passkey')
    const options = optionsIn(await (await visitor.get(next)).text())
    const added = await visitor.submit(next, { name: '', answer: new Authenticator(publicUrl).create(options) })
    await tokensFor(visitor, request.exchange(await finishSignIn(visitor, added)))
  })

  test('a visitor who is not signed in has to sign in first', async () => {
    expect(await openNewPasskey(stranger())).not.toContain('/new-passkey')
  })

  test('“Not now” leads back to the site without a passkey', async () => {
    const visitor = await signedIn(studio.email)
    const request = new SignInRequest()
    const skipped = await visitor.submit(await openNewPasskey(visitor, request), { skip: 'yes' })
    const tokens = await tokensFor(visitor, request.exchange(await finishSignIn(visitor, skipped)))
    expect(await (await call('GET', '/identity/passkeys', tokens.access_token)).json()).toEqual({ passkeys: [] })
  })

  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of a brand’s own origin', { origin: luminaUrl }],
    ['for another host', { rpId: 'evil.example' }],
    ['without verification of the user', { isVerified: false }],
    ['with another challenge', { challenge: 'QUFBQQ' }],
  ])('refuses an answer %s', async (_what, changes) => {
    const visitor = await signedIn()
    const page = await openNewPasskey(visitor)
    const options = optionsIn(await (await visitor.get(page)).text())
    const authenticator = new Authenticator(publicUrl)
    const refused = await visitor.submit(page, { name: 'x', answer: authenticator.create(options, changes) })
    expect(refused.status).toBe(422)
    expect((await usePasskey(stranger(), authenticator)).status).toBe(422)
  })

  test.each([
    ['nothing', ''],
    ['null', 'null'],
    ['an empty object', '{}'],
    ['a list', '[]'],
    ['an id that is not a text', '{"id":1}'],
    ['13,000 characters', 'x'.repeat(13_000)],
  ])('refuses %s as an answer', async (_what, answer) => {
    const visitor = await signedIn()
    const page = await openNewPasskey(visitor)
    await visitor.get(page)
    expect((await visitor.submit(page, { name: 'x', answer })).status).toBe(422)
  })

  test('a challenge works once, and for 10 minutes', async () => {
    const clock = stopClock()
    const visitor = await signedIn()
    const page = await openNewPasskey(visitor)
    const first = optionsIn(await (await visitor.get(page)).text())
    await visitor.submit(page, { name: 'x', answer: 'nonsense' })
    const late = new Authenticator(publicUrl).create(first)
    expect((await visitor.submit(page, { name: 'x', answer: late })).status).toBe(422)
    const second = optionsIn(await (await visitor.get(page)).text())
    clock.advance(11 * minute)
    const tooLate = new Authenticator(publicUrl).create(second)
    expect((await visitor.submit(page, { name: 'x', answer: tooLate })).status).toBe(422)
  })

  test('another browser cannot use the page, and a foreign site cannot send its form', async () => {
    const visitor = await signedIn()
    const page = await openNewPasskey(visitor)
    expect((await stranger().get(page)).status).toBe(400)
    const foreign = await visitor.submit(page, { skip: 'yes' }, { 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(400)
    // The interaction that adds a passkey does not accept the form of the sign-in page.
    expect((await visitor.submit(page.replace('/new-passkey', ''), credentials)).status).toBe(400)
  })

  test('ends with its session: a page that is still open adds nothing', async () => {
    const visitor = identity.visitor(ownAddress())
    const { access_token: token } = await signInAs(visitor, credentials)
    const page = await openNewPasskey(visitor)
    const options = optionsIn(await (await visitor.get(page)).text())
    const other = await signInAs(stranger(), credentials)
    const session = String(decodeJwt(token)['sid'])
    expect((await call('DELETE', `/identity/sessions/${session}`, other.access_token)).status).toBe(204)
    const authenticator = new Authenticator(publicUrl)
    expect((await visitor.submit(page, { name: 'x', answer: authenticator.create(options) })).status).toBe(400)
    expect((await usePasskey(stranger(), authenticator)).status).toBe(422)
  })

  test('a credential belongs to one account: another account cannot claim it', async () => {
    const authenticator = await newPasskey()
    const visitor = await signedIn(ben.email)
    const page = await openNewPasskey(visitor)
    const options = optionsIn(await (await visitor.get(page)).text())
    expect((await visitor.submit(page, { name: 'x', answer: authenticator.create(options) })).status).toBe(422)
  })

  test('an account has at most 20 passkeys', async () => {
    const rows = Array.from({ length: 20 }, (_row, index) => ({
      id: crypto.randomUUID(),
      account_id: clara.id,
      credential_id: `made-up-${index}`,
      public_key: '',
      counter: 0,
      transports: '',
      name: `${index}`,
    }))
    await identity.database.insertInto('passkeys').values(rows).execute()
    const visitor = await signedIn(clara.email)
    const page = await openNewPasskey(visitor)
    const options = optionsIn(await (await visitor.get(page)).text())
    const refused = await visitor.submit(page, { name: 'x', answer: new Authenticator(publicUrl).create(options) })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('maximum number of passkeys')
  })
})

describe('signing in with a passkey', () => {
  test('gives tokens that say how and when the customer has signed in', async () => {
    const authenticator = await newPasskey()
    const visitor = stranger()
    const request = new SignInRequest()
    const answered = await usePasskey(visitor, authenticator, {}, request)
    expect(answered.status).toBe(303)
    const tokens = await tokensFor(visitor, request.exchange(await finishSignIn(visitor, answered)))
    const claims = decodeJwt(tokens.access_token)
    expect(claims).toMatchObject({ sub: anna.id, amr: ['pop', 'user', 'mfa'], sid: expect.any(String) })
    expect(Math.abs(Number(claims['auth_time']) - Date.now() / 1000)).toBeLessThan(10)
    const { passkeys } = await (await call('GET', '/identity/passkeys', tokens.access_token)).json()
    expect(passkeys).toContainEqual(expect.objectContaining({ lastUsedAt: expect.any(String) }))
  })

  test('the page of a brand uses the same passkeys, and names no account', async () => {
    const authenticator = await newPasskey()
    const visitor = stranger()
    const request = new SignInRequest('lumina-web', `${luminaUrl}/auth/callback`)
    const answered = await usePasskey(visitor, authenticator, {}, request)
    const tokens = await tokensFor(visitor, request.exchange(await finishSignIn(visitor, answered)))
    expect(decodeJwt(tokens.access_token)).toMatchObject({ sub: anna.id, client_id: 'lumina-web' })
    const html = await (await stranger().get(await openSignIn(stranger()))).text()
    expect(html).not.toContain(authenticator.credentialId)
  })

  test('makes the browser a known device, so that strangers cannot delay it', async () => {
    const authenticator = await newPasskey()
    const visitor = stranger()
    const answered = await usePasskey(visitor, authenticator)
    expect(answered.headers.getSetCookie().some((cookie) => cookie.startsWith('identity_device='))).toBe(true)
  })

  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of a brand’s own origin', { origin: luminaUrl }],
    ['for another host', { rpId: 'evil.example' }],
    ['without verification of the user', { isVerified: false }],
    ['with another challenge', { challenge: 'QUFBQQ' }],
    ['for another account', { userHandle: Buffer.from(ben.id).toString('base64url') }],
    ['without an account', { userHandle: 'AAAA' }],
  ])('refuses an answer %s', async (_what, changes) => {
    const refused = await usePasskey(stranger(), await newPasskey(), changes)
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('This passkey does not work here')
  })

  test('refuses the signature of another authenticator for a credential of the account', async () => {
    const [authenticator, thief] = [await newPasskey(), new Authenticator(publicUrl)]
    const visitor = stranger()
    const page = await openSignIn(visitor)
    const options = optionsIn(await (await visitor.get(page)).text())
    const userHandle = Buffer.from(anna.id).toString('base64url')
    const forged = thief.use(options, { userHandle }).replaceAll(thief.credentialId, authenticator.credentialId)
    expect((await visitor.submit(below(page, '/passkey'), { answer: forged })).status).toBe(422)
  })

  test('refuses an answer that was used before, even in the sign-in of another browser', async () => {
    const authenticator = await newPasskey()
    const visitor = stranger()
    const page = await openSignIn(visitor)
    const answer = authenticator.use(optionsIn(await (await visitor.get(page)).text()))
    expect((await visitor.submit(below(page, '/passkey'), { answer })).status).toBe(303)
    expect((await visitor.submit(below(page, '/passkey'), { answer })).status).toBe(422)
    const other = stranger()
    const otherPage = await openSignIn(other)
    await other.get(otherPage)
    expect((await other.submit(below(otherPage, '/passkey'), { answer })).status).toBe(422)
    expect((await other.submit(below(page, '/passkey'), { answer })).status).toBe(400)
  })

  test('an answer that is sent many times at once signs in once', async () => {
    const authenticator = await newPasskey()
    const visitor = stranger()
    const page = await openSignIn(visitor)
    const answer = authenticator.use(optionsIn(await (await visitor.get(page)).text()))
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => visitor.submit(below(page, '/passkey'), { answer })),
    )
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
  })

  test('a challenge is valid for 10 minutes; then the page says so and has another', async () => {
    const authenticator = await newPasskey()
    const clock = stopClock()
    const visitor = stranger()
    const page = await openSignIn(visitor)
    const options = optionsIn(await (await visitor.get(page)).text())
    clock.advance(11 * minute)
    const late = await visitor.submit(below(page, '/passkey'), { answer: authenticator.use(options) })
    expect(late.status).toBe(422)
    const html = await late.text()
    expect(html).toContain('That took too long')
    const again = await visitor.submit(below(page, '/passkey'), { answer: authenticator.use(optionsIn(html)) })
    expect(again.status).toBe(303)
  })

  test('refuses a copy of an authenticator, whose counter is behind', async () => {
    const authenticator = await newPasskey()
    expect((await usePasskey(stranger(), authenticator, { counter: 7 })).status).toBe(303)
    expect((await usePasskey(stranger(), authenticator, { counter: 7 })).status).toBe(422)
    expect((await usePasskey(stranger(), authenticator, { counter: 0 })).status).toBe(422)
    expect((await usePasskey(stranger(), authenticator, { counter: 8 })).status).toBe(303)
  })

  test('accepts a passkey without a counter, as synchronised passkeys are', async () => {
    const authenticator = await newPasskey()
    expect((await usePasskey(stranger(), authenticator, { counter: 0 })).status).toBe(303)
    expect((await usePasskey(stranger(), authenticator, { counter: 0 })).status).toBe(303)
  })

  test('a foreign site cannot send the form', async () => {
    const visitor = stranger()
    const page = await openSignIn(visitor)
    const options = optionsIn(await (await visitor.get(page)).text())
    const answer = (await newPasskey()).use(options)
    const sent = await visitor.submit(below(page, '/passkey'), { answer }, { 'sec-fetch-site': 'same-site' })
    expect(sent.status).toBe(400)
  })

  test('many failures slow down their network, and neither the account nor its owner', async () => {
    const [authenticator, attacker] = [await newPasskey(), stranger()]
    const page = await openSignIn(attacker)
    const statuses = new Set<number>()
    for (let attempt = 1; attempt <= 103 && !statuses.has(429); attempt += 1) {
      const answer = authenticator.use({ challenge: 'QUFBQQ', rpId: 'localhost' })
      statuses.add((await attacker.submit(below(page, '/passkey'), { answer })).status)
    }
    expect(statuses).toEqual(new Set([422, 429]))
    expect((await usePasskey(stranger(), authenticator)).status).toBe(303)
    await signInAs(stranger(), credentials)
  })

  test('wrong passwords of strangers do not delay the owner’s passkey', async () => {
    const authenticator = await newPasskey(clara.email)
    const attacker = stranger()
    const page = await openSignIn(attacker)
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await attacker.submit(page, { email: clara.email, password: `wrong ${attempt}` })
    }
    expect((await attacker.submit(page, { email: clara.email, password: 'wrong' })).status).toBe(429)
    expect((await usePasskey(stranger(), authenticator)).status).toBe(303)
  })
})

describe('the list of passkeys', () => {
  test('a passkey can be renamed, and removed: then it no longer signs in, and the password does', async () => {
    const authenticator = new Authenticator(publicUrl)
    const { access_token: token } = await addPasskey(await signedIn(ben.email), authenticator, 'Old name')
    const id = await idOf(token, 'Old name')
    expect((await call('PATCH', `/identity/passkeys/${id}`, token, { name: ' New\u0000 name ' })).status).toBe(204)
    expect(await idOf(token, 'New  name')).toBe(id)
    for (const name of ['', ' \u200b', 'x'.repeat(61)]) {
      const refused = await call('PATCH', `/identity/passkeys/${id}`, token, { name })
      expect(refused.status).toBe(422)
      expect(await refused.json()).toMatchObject({ code: 'INVALID_PASSKEY_NAME' })
    }
    expect((await call('DELETE', `/identity/passkeys/${id}?locale=en-GB`, token)).status).toBe(204)
    expect((await call('DELETE', `/identity/passkeys/${id}?locale=en-GB`, token)).status).toBe(404)
    expect((await usePasskey(stranger(), authenticator)).status).toBe(422)
    await signInAs(stranger(), { email: ben.email, password: demoPassword })
  })

  test('another customer can neither rename nor remove a passkey', async () => {
    const authenticator = new Authenticator(publicUrl)
    const owner = await addPasskey(await signedIn(), authenticator, 'Not yours')
    const id = await idOf(owner.access_token, 'Not yours')
    const { access_token: other } = await signInAs(stranger(), { email: studio.email, password: demoPassword })
    expect((await call('PATCH', `/identity/passkeys/${id}`, other, { name: 'Mine' })).status).toBe(404)
    expect((await call('DELETE', `/identity/passkeys/${id}?locale=en-GB`, other)).status).toBe(404)
    expect(await idOf(owner.access_token, 'Not yours')).toBe(id)
  })

  test('removing needs a sign-in of the last 5 minutes', async () => {
    const clock = stopClock()
    const { access_token: token } = await addPasskey(await signedIn(), new Authenticator(publicUrl), 'Kept')
    clock.advance(6 * minute)
    const refused = await call('DELETE', `/identity/passkeys/${await idOf(token, 'Kept')}?locale=en-GB`, token)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ code: 'RECENT_SIGN_IN_REQUIRED' })
  })
})

test('the owner gets a mail when a passkey is added, and when it is removed', async () => {
  const visitor = await signedIn(ben.email)
  const { access_token: token } = await addPasskey(visitor, new Authenticator(publicUrl), 'My phone')
  const id = await idOf(token, 'My phone')
  expect((await call('DELETE', `/identity/passkeys/${id}?locale=de-DE`, token)).status).toBe(204)
  await expect
    .poll(async () => (await mailsAbout(identity, 'My phone')).map(({ to, subject }) => `${to} ${subject}`).toSorted())
    .toEqual([
      `${ben.email} A passkey was added to your account`,
      `${ben.email} Ein Passkey wurde aus Ihrem Konto entfernt`,
    ])
  for (const { text } of await mailsAbout(identity, 'My phone')) expect(text).toContain(`${publicUrl}/settings/sign-in`)
})

test('a closed account cannot sign in with its passkeys', async () => {
  const authenticator = await newPasskey(studio.email)
  const open = await identity.database
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', studio.id)
    .executeTakeFirstOrThrow()
  await identity.database.updateTable('accounts').set({ password_hash: null }).where('id', '=', studio.id).execute()
  expect((await usePasskey(stranger(), authenticator)).status).toBe(422)
  await identity.database.updateTable('accounts').set(open).where('id', '=', studio.id).execute()
  expect((await usePasskey(stranger(), authenticator)).status).toBe(303)
})

async function idOf(token: string, name: string): Promise<string> {
  // The service's own answer, which the test inspects.
  const answer = await call('GET', '/identity/passkeys', token)
  const { passkeys } = (await answer.json()) as { passkeys: { id: string; name: string }[] }
  const found = passkeys.find((passkey) => passkey.name === name)
  if (!found) throw new Error(`There is no passkey ${name}.`)
  return found.id
}
