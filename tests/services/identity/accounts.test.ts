import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../../services/identity/passwords.ts'
import { databaseKinds } from '../../support/database.ts'
import { ownAddress, type RunningIdentity, startIdentity } from './support.ts'
import { finishSignIn, openSignIn, signInAs, SignInRequest, tokensFor, type Visitor } from './visitor.ts'

const form = { name: 'Mira Holt', email: 'Mira@Example.com', password: 'three green boats', terms: 'yes' }

describe.each(databaseKinds)('accounts on %s', (kind) => {
  let identity: RunningIdentity

  beforeAll(async () => {
    identity = await startIdentity({ kind, demo: false })
  })

  afterAll(async () => identity.close())

  test('registering signs in, and the account persists', async () => {
    const visitor = identity.visitor(ownAddress())
    const request = new SignInRequest()
    const answered = await register(visitor, form, request)
    expect(answered.status).toBe(303)
    const tokens = await tokensFor(visitor, request.exchange(await finishSignIn(visitor, answered)))
    const claims = decodeJwt(tokens.access_token)
    expect(claims).toMatchObject({ email: 'Mira@Example.com', auth_method: 'password' })
    expect(claims.sub).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    const again = await signInAs(identity.visitor(), { email: 'mira@example.COM ', password: form.password })
    expect(decodeJwt(again.access_token).sub).toBe(claims.sub)
  })

  test('the other services receive one event per account', async () => {
    const visitor = identity.visitor(ownAddress())
    const request = new SignInRequest()
    const answered = await register(visitor, { ...form, email: 'heard@example.com' }, request)
    const { access_token: token } = await tokensFor(visitor, request.exchange(await finishSignIn(visitor, answered)))
    await register(identity.visitor(ownAddress()), { ...form, email: 'HEARD@example.com' })
    const owner = decodeJwt(token).sub ?? ''
    const events = await eventsOf(identity, owner)
    const facts = { accountId: owner, email: 'heard@example.com', name: form.name, locale: 'en-GB', brand: 'keepsake' }
    expect(events).toMatchObject([{ type: 'account.registered', owner, data: facts }])
    expect(events[0]?.data).toHaveProperty('registered', expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/))
  })

  test('an e-mail address can be registered only once, in any spelling, even by concurrent registrations', async () => {
    const spellings = ['twice@example.com', 'TWICE@example.com', ' twice@Example.com', 'Twice@EXAMPLE.com']
    const answers = await Promise.all(
      spellings.map((email) => register(identity.visitor(ownAddress()), { ...form, email })),
    )
    expect(
      answers
        .map((answer) => String(answer.status))
        .toSorted()
        .join(),
    ).toBe('303,422,422,422')
    const refused = answers.find((answer) => answer.status === 422)
    expect(await refused?.text()).toContain('This e-mail can’t be used for a new account')
    const accounts = identity.database.selectFrom('accounts').select('id').where('email_key', '=', 'twice@example.com')
    expect(await accounts.execute()).toHaveLength(1)
  })

  test('registering a taken e-mail does not sign in, and leaves its account unchanged', async () => {
    await register(identity.visitor(ownAddress()), { ...form, email: 'owner@example.com' })
    const other = { ...form, name: 'Other', email: 'owner@example.com', password: 'five red kites' }
    expect((await register(identity.visitor(ownAddress()), other)).status).toBe(422)
    await expect(signInAs(identity.visitor(), other)).rejects.toThrow()
    expect((await signInAs(identity.visitor(), { ...form, email: 'owner@example.com' })).access_token).toBeTruthy()
  })

  test.each([{ terms: '' }, { password: 'short' }, { password: 'michael123' }, { name: ' ' }, { email: 'nobody' }])(
    'a form with %j creates no account',
    async (changes) => {
      const before = await countAccounts(identity)
      const answer = await register(identity.visitor(ownAddress()), { ...form, email: 'new@example.com', ...changes })
      expect(answer.status).toBe(422)
      expect(await countAccounts(identity)).toBe(before)
    },
  )

  test('what was typed is stored as it is, and never executed', async () => {
    const name = `Robert'); drop table accounts;--`
    const answered = await register(identity.visitor(ownAddress()), { ...form, name, email: 'robert@example.com' })
    expect(answered.status).toBe(303)
    const account = identity.database
      .selectFrom('accounts')
      .select(['name', 'password_hash as hash', 'business', 'demo'])
    const stored = await account.where('email_key', '=', 'robert@example.com').executeTakeFirst()
    expect(stored).toMatchObject({ name, business: false, demo: false })
    expect(stored?.hash).toMatch(/^\$scrypt\$/)
  })

  test('a name keeps no characters that are invisible or reverse the text', async () => {
    const name = '\u202eariM\u2066 H\u200bolt'
    expect((await register(identity.visitor(ownAddress()), { ...form, name, email: 'bidi@example.com' })).status).toBe(
      303,
    )
    const account = identity.database.selectFrom('accounts').select('name').where('email_key', '=', 'bidi@example.com')
    expect(await account.executeTakeFirst()).toEqual({ name: 'ariM Holt' })
    const invisible = { ...form, name: '\u202e\u200b', email: 'invisible@example.com' }
    expect((await register(identity.visitor(ownAddress()), invisible)).status).toBe(422)
  })

  test('an account whose password is easy to guess can still sign in', async () => {
    const credentials = { email: 'earlier@example.com', password: 'michael123' }
    await register(identity.visitor(ownAddress()), { ...form, email: credentials.email })
    await setHash(identity, credentials.email, await hashPassword(credentials.password))
    expect((await signInAs(identity.visitor(ownAddress()), credentials)).access_token).toBeTruthy()
  })

  test('a hash with outdated parameters is replaced at the next sign-in', async () => {
    const old = '$scrypt$ln=14,r=8,p=1$BwcHBwcHBwcHBwcHBwcHBw$5TRHB2ApnfGdNDl3bNPaEguAozb+v0jyBBXcGVyselY'
    await register(identity.visitor(ownAddress()), { ...form, email: 'old@example.com' })
    await setHash(identity, 'old@example.com', old)
    await expect(signInAs(identity.visitor(), { email: 'old@example.com', password: 'wrong horse' })).rejects.toThrow()
    expect(await hashOf(identity, 'old@example.com')).toBe(old)
    await signInAs(identity.visitor(), { email: 'old@example.com', password: 'correct horse' })
    expect(await hashOf(identity, 'old@example.com')).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/)
    await signInAs(identity.visitor(), { email: 'old@example.com', password: 'correct horse' })
  })
})

async function register(visitor: Visitor, fields: Record<string, string>, request = new SignInRequest()) {
  const page = await openSignIn(visitor, request)
  return visitor.submit(page.replace('?', '/registration?'), fields)
}

async function eventsOf(identity: RunningIdentity, owner: string) {
  const end = new AbortController()
  const filter = { owner, types: ['account.registered'], after: 0 }
  for await (const events of identity.platform.events.subscribe(filter, end.signal)) {
    end.abort()
    return events
  }
  return []
}

async function countAccounts(identity: RunningIdentity): Promise<number> {
  return (await identity.database.selectFrom('accounts').select('id').execute()).length
}

async function setHash(identity: RunningIdentity, emailKey: string, hash: string): Promise<void> {
  await identity.database
    .updateTable('accounts')
    .set({ password_hash: hash })
    .where('email_key', '=', emailKey)
    .execute()
}

async function hashOf(identity: RunningIdentity, emailKey: string): Promise<string | null | undefined> {
  const account = identity.database.selectFrom('accounts').select('password_hash as hash')
  return (await account.where('email_key', '=', emailKey).executeTakeFirst())?.hash
}
