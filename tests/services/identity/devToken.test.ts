import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMailedToken } from '../../../services/identity/mailLinks.ts'
import { demoAccounts, demoPassword } from '../../../services/platform/demo.ts'
import { ownAddress, type RunningIdentity, startIdentity } from './support.ts'
import { openSignIn, refresh, signInAs } from './visitor.ts'

const [anna] = demoAccounts
let identity: RunningIdentity

beforeAll(async () => {
  identity = await startIdentity()
})

afterAll(async () => identity.close())

describe('POST /identity/dev/token', () => {
  test.each(demoAccounts)('gives the operator a token of $email', async ({ id, email, kind }) => {
    const answer = await ask(identity, { email }, await secretOf(identity))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const token = await tokenOf(answer)
    expect(await identity.platform.tokens.verify(token)).toMatchObject({
      id,
      email,
      authMethod: kind === 'business' ? 'b2b' : 'password',
    })
  })

  test('returns a token like the tokens of a sign-in', async () => {
    const token = await tokenOf(await ask(identity, { email: anna.email }, await secretOf(identity)))
    const signedIn = (await signInAs(identity.visitor(), { email: anna.email, password: demoPassword })).access_token
    expect(decodeProtectedHeader(token)).toEqual(decodeProtectedHeader(signedIn))
    const claims = decodeJwt(token)
    const times = { iat: expect.any(Number), exp: expect.any(Number), jti: expect.any(String) }
    // Only the token of a sign-in states the time, the session and the method of the sign-in.
    const { auth_time: time, sid, amr, ...ofAccount } = decodeJwt(signedIn)
    expect({ time, sid, amr }).toEqual({ time: expect.any(Number), sid: expect.any(String), amr: ['pwd'] })
    expect(claims).toEqual({ ...ofAccount, ...times })
    expect(Number(claims.exp) - Number(claims.iat)).toBe(600)
  })

  test.each([undefined, '', 'guessed'])('is refused with the secret %j', async (secret) => {
    const answer = await ask(identity, { email: anna.email }, secret)
    expect(answer.status).toBe(403)
    expect(await answer.text()).not.toContain('accessToken')
  })

  test('is refused for a customer’s own account', async () => {
    const visitor = identity.visitor(ownAddress())
    const page = (await openSignIn(visitor)).replace('?', '/registration?')
    const form = { name: 'Mira', email: 'mira@example.com', password: 'three green boats', terms: 'yes' }
    expect((await visitor.submit(page, form)).status).toBe(303)
    const answer = await ask(identity, { email: 'mira@example.com' }, await secretOf(identity))
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each([{}, { email: '' }, { email: 7 }, { email: 'x'.repeat(300) }, []])('is refused for %j', async (body) => {
    expect((await ask(identity, body, await secretOf(identity))).status).toBe(400)
  })

  test('does not exist without the demo, and neither does the page of mails that were not sent', async () => {
    const real = await startIdentity({ demo: false })
    try {
      const answer = await ask(real, { email: anna.email }, await secretOf(real))
      expect(answer.status).toBe(404)
      expect((await fetch(`${real.url}/dev/outbox`)).status).toBe(404)
      expect((await fetch(`${identity.url}/dev/outbox`)).status).toBe(200)
    } finally {
      await real.close()
    }
  })
})

describe('the demo accounts', () => {
  test('are created once, and existing ones are not changed', async () => {
    const accounts = identity.database
      .selectFrom('accounts')
      .select(['id', 'email', 'name', 'password_hash'])
      .orderBy('id')
    const before = await accounts.where('demo', '=', true).execute()
    expect(before.map(({ email }) => email)).toEqual(demoAccounts.map(({ email }) => email))
    identity = await identity.restart()
    const after = identity.database
      .selectFrom('accounts')
      .select(['id', 'email', 'name', 'password_hash'])
      .orderBy('id')
    expect(await after.where('demo', '=', true).execute()).toEqual(before)
  })

  test('cannot sign in while the demo is off, and their sessions have ended; customers keep their sessions', async () => {
    const customer = { email: 'kept@example.com', password: 'three green boats' }
    const visitor = identity.visitor(ownAddress())
    const form = (await openSignIn(visitor)).replace('?', '/registration?')
    expect((await visitor.submit(form, { name: 'Kim', ...customer, terms: 'yes' })).status).toBe(303)
    const credentials = { email: anna.email, password: demoPassword }
    const ofDemo = await signInAs(identity.visitor(), credentials)
    const ofCustomer = await signInAs(identity.visitor(ownAddress()), customer)
    const link = { kind: 'passwordReset', accountId: anna.id, lifetimeSeconds: 60 } as const
    await createMailedToken(identity.database, link)

    identity = await identity.restart({ demo: false })
    expect((await refresh(identity.visitor(), ofDemo.refresh_token)).status).toBe(400)
    expect((await refresh(identity.visitor(), ofCustomer.refresh_token)).status).toBe(200)
    const records = identity.database.selectFrom('provider_records').select('model')
    expect(await records.where(sql`payload::text`, 'like', `%${anna.id}%`).execute()).toEqual([])
    const links = identity.database.selectFrom('mail_links').select('id')
    expect(await links.where('account_id', '=', anna.id).execute()).toEqual([])
    const asked = identity.visitor(ownAddress())
    expect((await asked.submit(await openSignIn(asked), credentials)).status).toBe(422)

    identity = await identity.restart({ demo: true })
    expect((await signInAs(identity.visitor(), credentials)).access_token).not.toBe('')
  })
})

async function ask(running: RunningIdentity, body: unknown, secret: string | undefined): Promise<Response> {
  return fetch(`${running.url}/identity/dev/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(secret === undefined ? {} : { 'x-operator-secret': secret }) },
    body: JSON.stringify(body),
  })
}

async function tokenOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json()
  expect(body).toEqual({ accessToken: expect.any(String) })
  // The cast is safe: the line above checks the body.
  return (body as { accessToken: string }).accessToken
}

async function secretOf(running: RunningIdentity): Promise<string> {
  return (await readFile(join(running.platform.config.dataDir, 'keys', 'operator'), 'utf8')).trim()
}
