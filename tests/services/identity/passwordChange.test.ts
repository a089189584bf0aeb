import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { stopClock } from '../../support/stoppedClock.ts'
import { until } from '../storage/customer.ts'
import { changeKit, newEmail, password as oldPassword } from './emailChangeKit.ts'
import { filled, newPassword, noticesTo, openPage, wrongPassword } from './passwordChangeSteps.ts'
import { callAs } from './passkeyVisitor.ts'
import { luminaUrl, ownAddress, type RunningIdentity, startIdentity } from './support.ts'
import {
  finishSignIn,
  locationOf,
  openSignIn,
  refresh,
  signInAs,
  SignInRequest,
  tokensFor,
  type TokenAnswer,
  type Visitor,
} from './visitor.ts'

describe.each(databaseKinds)('a password that is changed, on %s', (kind) => {
  let identity: RunningIdentity
  beforeAll(async () => {
    identity = await startIdentity({ kind, demo: false })
  })
  afterAll(async () => identity.close())

  const kit = changeKit(() => identity)
  const stranger = () => identity.visitor(ownAddress())

  async function changedAt(tokens: TokenAnswer): Promise<string | null> {
    const path = '/identity/password'
    const answer = await callAs(identity.url, { method: 'GET', path, token: tokens.access_token, body: undefined })
    return (await answer.json()).changedAt
  }

  /** Records this many failed attempts for an account or for a network, the last of them now. */
  async function fail(subject: string, attempts: number): Promise<void> {
    const values = { attempts, attempted_at: sql<Date>`clock_timestamp()` }
    await identity.database
      .insertInto('brakes')
      .values({ subject: identity.platform.limits.hash(subject), ...values })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet(values))
      .execute()
  }

  test('signs in from then on; this browser stays signed in, all others are signed out, and the owner is told', async () => {
    const owner = await kit.customer()
    const other = stranger()
    const elsewhere = await signInAs(other, { email: owner.email, password: oldPassword })
    expect(await changedAt(owner.tokens)).toBeNull()
    const tokens = await change(owner.visitor)
    const [before, after] = [decodeJwt(owner.tokens.access_token), decodeJwt(tokens.access_token)]
    expect(after['sid']).toBe(before['sid'])
    expect(after['amr']).toEqual(['pwd'])
    expect(Math.abs(Date.now() - Date.parse(String(await changedAt(tokens))))).toBeLessThan(60_000)
    expect(await kit.canSignIn(owner.email, oldPassword)).toBe(false)
    expect(await kit.canSignIn(owner.email, newPassword)).toBe(true)
    // The other browser: its refresh token, its session and its access token.
    expect((await refresh(other, elsewhere.refresh_token)).status).toBe(400)
    expect(await openSignIn(other)).toContain('/identity/interaction/')
    expect((await kit.call({ ...owner, tokens: elsewhere }, 'GET')).status).toBe(403)
    const ended = (await kit.eventsOf(owner.id)).filter(({ type }) => type.endsWith('Ended'))
    const sessions = [decodeJwt(elsewhere.access_token)['sid']]
    expect(ended).toEqual([{ type: 'account.chosenSessionsEnded', data: { sessions } }])
    // This browser: its new refresh token, and its session.
    expect((await refresh(owner.visitor, tokens.refresh_token)).status).toBe(200)
    expect(new URL(await openSignIn(owner.visitor)).searchParams.get('code')).toBeTruthy()
    const [notice] = await until(async () => {
      const notices = await noticesTo(identity, owner.email)
      return notices.length > 0 ? notices : null
    }, 'the mail about the changed password')
    expect(notice).toContain('all other browsers were signed out')
    expect(notice).toContain('/identity/password-reset?client=keepsake-web')
  })

  test('replaces the refresh tokens of this browser too, which somebody may have stolen', async () => {
    const owner = await kit.customer()
    await change(owner.visitor)
    expect((await refresh(stranger(), owner.tokens.refresh_token)).status).toBe(400)
    // A page of another brand in this browser gets new tokens without a password.
    const second = new SignInRequest('lumina-web', `${luminaUrl}/auth/callback`)
    const code = new URL(locationOf(await owner.visitor.get(second.url()))).searchParams.get('code') ?? ''
    await tokensFor(owner.visitor, second.exchange(code))
  })

  test('ends a sign-in that had begun with the old password', async () => {
    const clock = stopClock()
    const owner = await kit.customer()
    const [first, second] = [stranger(), stranger()]
    const begun = await first.submit(await openSignIn(first), { email: owner.email, password: oldPassword })
    const running = await second.submit(await openSignIn(second), { email: owner.email, password: oldPassword })
    const records = await identity.database
      .selectFrom('provider_records')
      .select(['model', 'id', 'uid', 'expires_at', sql<string>`payload::text`.as('payload')])
      .where('model', '=', 'Interaction')
      .where('id', '=', locationOf(running).split('/').at(-1) ?? '')
      .execute()
    expect(records).toHaveLength(1)
    // The time of a sign-in is stored in whole seconds, so the change happens at least a second later.
    clock.advance(1_000)
    await change(owner.visitor)
    expect((await first.get(locationOf(begun))).status).toBe(400)
    // A request that was running during the change can store its sign-in again.
    const stored = records.map(({ expires_at, ...record }) => ({ ...record, expires_at: new Date(String(expires_at)) }))
    await identity.database.insertInto('provider_records').values(stored).execute()
    expect(locationOf(await second.get(locationOf(running)))).toContain('/identity/interaction/')
  })

  test('ends what somebody may have requested with the old password: a change of the e-mail address, and mailed links', async () => {
    const owner = await kit.customer()
    const email = newEmail()
    expect((await kit.request(owner, email)).status).toBe(201)
    const token = await kit.tokenMailedTo(email)
    const tokens = await change(owner.visitor)
    expect((await kit.call({ ...owner, tokens }, 'GET')).status).toBe(404)
    expect(await kit.confirm({ ...owner, tokens }, token)).toMatchObject({ status: 410, body: { code: 'TOKEN_USED' } })
  })

  test.each([
    ['a wrong current password', { currentPassword: wrongPassword }, 'This is not your current password.'],
    ['no current password', { currentPassword: '' }, 'Enter your current password.'],
    ['no new password', { password: '' }, 'Enter a password.'],
    ['a short one', { password: 'short' }, 'Choose a longer password, with at least 10 characters.'],
    ['a common one', { password: 'michael123' }, 'This password is too easy to guess. Choose another.'],
    ['the current one', { password: oldPassword }, 'Choose a password that’s different from the current one.'],
  ])('is refused with %s, and nothing changes', async (_what, typed, message) => {
    const owner = await kit.customer()
    const page = await openPage(owner.visitor)
    const refused = await owner.visitor.submit(page, { ...filled, ...typed })
    expect(refused.status).toBe(422)
    const text = await refused.text()
    expect(text).toContain(message)
    expect(text).toContain('There is one thing to fix')
    for (const secret of [oldPassword, newPassword, wrongPassword]) expect(text).not.toContain(secret)
    expect((await refresh(owner.visitor, owner.tokens.refresh_token)).status).toBe(200)
    expect(await kit.canSignIn(owner.email, oldPassword)).toBe(true)
    expect(await noticesTo(identity, owner.email)).toEqual([])
    // After the refusal, the page can still be used.
    expect((await owner.visitor.submit(page, filled)).status).toBe(303)
  })

  test('is not changed by “Keep the current password”, which leads back to the site', async () => {
    const owner = await kit.customer()
    const request = new SignInRequest()
    const page = await openPage(owner.visitor, request)
    const skipped = await owner.visitor.submit(page, { skip: 'yes', ...filled })
    const tokens = await tokensFor(owner.visitor, request.exchange(await finishSignIn(owner.visitor, skipped)))
    expect(await changedAt(tokens)).toBeNull()
    expect(await kit.canSignIn(owner.email, oldPassword)).toBe(true)
  })

  test('a form of another site, another browser and a page of another kind change nothing', async () => {
    const owner = await kit.customer()
    const page = await openPage(owner.visitor)
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      expect((await owner.visitor.submit(page, filled, headers)).status).toBe(400)
    }
    const other = await kit.customer()
    for (const foreign of [stranger(), other.visitor]) {
      expect((await foreign.get(page)).status).toBe(400)
      expect((await foreign.submit(page, filled)).status).toBe(400)
    }
    const passkeyPage = locationOf(await owner.visitor.get(new SignInRequest().url({ prompt: 'passkey' })))
    const disguised = passkeyPage.replace('/new-passkey', '/new-password')
    expect((await owner.visitor.submit(disguised, filled)).status).toBe(400)
    expect(await kit.canSignIn(owner.email, oldPassword)).toBe(true)
  })

  test('a visitor who is not signed in signs in first, and then sees the page', async () => {
    const owner = await kit.customer()
    const visitor = stranger()
    const signInPage = await openPage(visitor)
    expect(signInPage).not.toContain('/new-password')
    const answered = await visitor.submit(signInPage, { email: owner.email, password: oldPassword })
    const page = locationOf(await visitor.get(locationOf(answered)))
    expect(page).toContain('/new-password')
    expect((await visitor.submit(page, filled)).status).toBe(303)
    expect(await kit.canSignIn(owner.email, newPassword)).toBe(true)
  })

  test('an open page ends with its session: signed out elsewhere, or after a changed e-mail address', async () => {
    const owner = await kit.customer()
    const other = await signInAs(stranger(), { email: owner.email, password: oldPassword })
    const page = await openPage(owner.visitor)
    const path = `/identity/sessions/${String(decodeJwt(owner.tokens.access_token)['sid'])}`
    await callAs(identity.url, { method: 'DELETE', path, token: other.access_token, body: undefined })
    expect((await owner.visitor.get(page)).status).toBe(400)
    expect((await owner.visitor.submit(page, filled)).status).toBe(400)
    const second = await kit.customer()
    const secondPage = await openPage(second.visitor)
    const email = await kit.change(second)
    expect((await second.visitor.submit(secondPage, filled)).status).toBe(400)
    expect(await kit.canSignIn(owner.email, oldPassword)).toBe(true)
    expect(await kit.canSignIn(email, oldPassword)).toBe(true)
  })

  test('wrong current passwords are limited as at sign-in, and do not delay the owner on another known device', async () => {
    const owner = await kit.customer()
    const known = stranger()
    await signInAs(known, { email: owner.email, password: oldPassword })
    const page = await openPage(owner.visitor)
    const guess = { ...filled, currentPassword: wrongPassword }
    let refused = await owner.visitor.submit(page, guess)
    for (let guesses = 1; refused.status === 422 && guesses < 16; guesses += 1) {
      refused = await owner.visitor.submit(page, guess)
    }
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const text = await refused.text()
    expect(text).toContain('data-countdown')
    expect(text).not.toContain('get a link by e-mail</a>')
    const again = await known.submit(await openPage(known), filled)
    expect(again.status).toBe(303)
  })

  test('attempts on an unknown device are delayed after failures of the account or of the network', async () => {
    const owner = await kit.customer()
    const page = await openPage(owner.visitor)
    owner.visitor.keep('identity_device=none; Path=/identity')
    await fail(`account:${owner.email}`, 50)
    expect((await owner.visitor.submit(page, filled)).status).toBe(429)
    await fail(`account:${owner.email}`, 0)
    await fail(`address:${Object.values(owner.address).join()}`, 500)
    expect((await owner.visitor.submit(page, filled)).status).toBe(429)
    await fail(`address:${Object.values(owner.address).join()}`, 0)
    expect((await owner.visitor.submit(page, filled)).status).toBe(303)
  })

  test('a form with an unusable new password does not tell whether the current one is right, and does not count as an attempt', async () => {
    const owner = await kit.customer()
    const page = await openPage(owner.visitor)
    const answers = []
    for (const currentPassword of [oldPassword, wrongPassword]) {
      answers.push(await (await owner.visitor.submit(page, { currentPassword, password: 'short' })).text())
    }
    expect(answers[0]).toBe(answers[1])
    for (let sent = 0; sent < 16; sent += 1) {
      const form = { currentPassword: wrongPassword, password: 'short' }
      expect((await owner.visitor.submit(page, form)).status).toBe(422)
    }
    expect((await owner.visitor.submit(page, filled)).status).toBe(303)
  })

  test('this browser stays known, and stays fast while strangers guess', async () => {
    const owner = await kit.customer()
    await change(owner.visitor)
    await fail(`account:${owner.email}`, 50)
    const page = locationOf(await owner.visitor.get(new SignInRequest().url({ prompt: 'login' })))
    expect((await owner.visitor.submit(page, { email: owner.email, password: newPassword })).status).toBe(303)
    expect(await kit.canSignIn(owner.email, newPassword)).toBe(false)
  })

  test('is changed while the mail server is down, and the mail follows', async () => {
    const owner = await kit.customer()
    const send = identity.platform.mail.send.bind(identity.platform.mail)
    let failures = 0
    const sending = vi.spyOn(identity.platform.mail, 'send').mockImplementation(async (message, to) => {
      if (to.kind !== 'passwordChanged' || failures > 0) return send(message, to)
      failures += 1
      throw new Error('connect ECONNREFUSED')
    })
    await change(owner.visitor)
    expect(await until(async () => (await noticesTo(identity, owner.email))[0] ?? null, 'the mail')).not.toBe('')
    expect(failures).toBe(1)
    sending.mockRestore()
  })

  test('changes nothing if the mail cannot be queued', async () => {
    const owner = await kit.customer()
    const other = stranger()
    const elsewhere = await signInAs(other, { email: owner.email, password: oldPassword })
    const page = await openPage(owner.visitor)
    const enqueue = vi.spyOn(identity.platform.jobs, 'enqueue').mockRejectedValueOnce(new Error('no queue'))
    expect((await owner.visitor.submit(page, filled)).status).toBeGreaterThanOrEqual(500)
    enqueue.mockRestore()
    expect((await refresh(other, elsewhere.refresh_token)).status).toBe(200)
    expect(await kit.canSignIn(owner.email, oldPassword)).toBe(true)
    expect((await owner.visitor.submit(page, filled)).status).toBe(303)
  })
})

/** Changes the password, and returns the tokens that the site then gets. */
async function change(visitor: Visitor): Promise<TokenAnswer> {
  const request = new SignInRequest()
  const answered = await visitor.submit(await openPage(visitor, request), filled)
  expect(answered.status).toBe(303)
  return tokensFor(visitor, request.exchange(await finishSignIn(visitor, answered)))
}
