import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { stopClock } from '../../support/stoppedClock.ts'
import { changeKit, newEmail, password } from './emailChangeKit.ts'
import { mailsTo, sentMails } from './outbox.ts'
import { ownAddress, type RunningIdentity, startIdentity } from './support.ts'
import { openSignIn, refresh, signInAs, SignInRequest, type TokenAnswer } from './visitor.ts'

describe.each(databaseKinds)('changes of the e-mail address on %s', (kind) => {
  let identity: RunningIdentity
  beforeAll(async () => {
    identity = await startIdentity({ kind, demo: false })
  })
  afterAll(async () => identity.close())

  const { customer, call, request, confirm, tokenMailedTo, revertLink, change, eventsOf, canSignIn } = changeKit(
    () => identity,
  )

  test('are confirmed by the link in the mail; then every sign-in has ended, and the new address signs in', async () => {
    const owner = await customer()
    const elsewhere = identity.visitor(ownAddress())
    const otherTokens = await signInAs(elsewhere, { email: owner.email, password })
    const email = newEmail()
    const requested = await request(owner, email)
    expect(requested).toMatchObject({ status: 201, body: { email } })
    expect(Date.parse(requested.body['until'] ?? '') - Date.now()).toBeGreaterThan(7.9 * 3_600_000)
    expect(await call(owner, 'GET')).toMatchObject({ status: 200, body: requested.body })
    const mails = await mailsTo(identity, owner.email, 2)
    const notice = mails.find(({ subject }) => subject === 'Your e-mail address is about to change')
    expect(notice?.text).toContain(email)
    expect(await canSignIn(email)).toBe(false)

    expect(await confirm(owner, await tokenMailedTo(email))).toMatchObject({ status: 200, body: { email } })
    for (const [visitor, { refresh_token: token }] of [
      [owner.visitor, owner.tokens],
      [elsewhere, otherTokens],
    ] as const) {
      expect((await refresh(visitor, token)).status).toBe(400)
      expect(await openSignIn(visitor)).toContain('/identity/interaction/')
    }
    expect(await canSignIn(owner.email)).toBe(false)
    const signedIn = await signInAs(identity.visitor(ownAddress()), { email, password })
    expect(decodeJwt(signedIn.access_token)).toMatchObject({ sub: owner.id, email, email_verified: true })
    const events = (await eventsOf(owner.id)).slice(-2)
    expect(events).toEqual([
      { type: 'account.emailChanged', data: { email } },
      { type: 'account.sessionsEnded', data: { before: expect.any(String) } },
    ])
    expect(await revertLink(owner.email)).toContain('/identity/email-revert/')
  })

  test('do nothing when a scanner opens the links, and work once even if two requests come at once', async () => {
    const owner = await customer()
    const email = newEmail()
    await request(owner, email)
    const token = await tokenMailedTo(email)
    const opened = await owner.visitor.get(
      `/identity/v2/identities/keepsake/${owner.id}/emailchanges/${token}/actions/confirm`,
    )
    expect(opened.status).toBe(404)
    expect((await call(owner, 'GET')).status).toBe(200)
    const answers = await Promise.all([confirm(owner, token), confirm(owner, token)])
    const [done = 0, refused = 0] = sorted(answers.map(({ status }) => status))
    expect(done).toBe(200)
    // 403: the other request has just ended the sign-in.
    expect([403, 410]).toContain(refused)
    const again = await signInAs(identity.visitor(ownAddress()), { email, password })
    expect(await confirm({ ...owner, tokens: again }, token)).toMatchObject({
      status: 410,
      body: { code: 'TOKEN_USED' },
    })
    const link = await revertLink(owner.email)
    for (let time = 0; time < 2; time += 1) expect((await identity.visitor(ownAddress()).get(link)).status).toBe(200)
    expect(await canSignIn(email)).toBe(true)
  })

  test('need a sign-in of the last 5 minutes, which a stolen refresh token cannot give', async () => {
    const clock = stopClock()
    const owner = await customer()
    clock.advance(6 * 60_000)
    const refreshed: TokenAnswer = await (await refresh(owner.visitor, owner.tokens.refresh_token)).json()
    const email = newEmail()
    const refusal = { status: 403, body: { code: 'RECENT_SIGN_IN_REQUIRED' } }
    expect(await request({ ...owner, tokens: refreshed }, email)).toMatchObject(refusal)
    expect(await call(owner, 'GET')).toMatchObject({ status: 404 })
    const tokens = await signInAs(owner.visitor, { email: owner.email, password }, new SignInAgain())
    expect(await request({ ...owner, tokens }, email)).toMatchObject({ status: 201 })
  })

  test('are refused to an access token of a sign-in that has ended', async () => {
    const clock = stopClock()
    const owner = await customer()
    await change(owner)
    // Tokens state whole seconds. The end must not be in the second of the sign-in, so it is moved one second later.
    await identity.database
      .updateTable('accounts')
      .set({ signed_out_at: new Date(Date.now() + 1_000) })
      .where('id', '=', owner.id)
      .execute()
    clock.advance(1_000)
    const refusal = { status: 403, body: { code: 'RECENT_SIGN_IN_REQUIRED' } }
    expect(await request(owner, newEmail())).toMatchObject(refusal)
    expect(await confirm(owner, 'x')).toMatchObject(refusal)
    expect(await call(owner, 'GET')).toMatchObject(refusal)
    expect(await call(owner, 'DELETE')).toMatchObject(refusal)
  })

  test('can be made only for the customer’s own identity', async () => {
    const [owner, stranger] = [await customer(), await customer()]
    const email = newEmail()
    for (const path of [`keepsake/${owner.id}`, `other/${stranger.id}`, `keepsake/${owner.id.toUpperCase()}`]) {
      const body = { email, channel: 'web' }
      expect(await call(stranger, 'POST', '', { body, path })).toMatchObject({ status: 404 })
      expect(await call(stranger, 'GET', '', { path })).toMatchObject({ status: 404 })
      expect(await call(stranger, 'DELETE', '', { path })).toMatchObject({ status: 404 })
      expect(await call(stranger, 'POST', '/x/actions/confirm', { path })).toMatchObject({ status: 404 })
    }
    await request(owner, email)
    const token = await tokenMailedTo(email)
    expect(await confirm(stranger, token)).toMatchObject({ status: 403, body: { code: 'TOKEN_OF_OTHER_ACCOUNT' } })
    expect(await confirm(owner, token)).toMatchObject({ status: 200 })
  })

  test('say whether a token has expired, was replaced, was cancelled or is unknown', async () => {
    const owner = await customer()
    const [first, second, third] = [newEmail(), newEmail(), newEmail()]
    await request(owner, first)
    await request(owner, second)
    expect(await confirm(owner, await tokenMailedTo(first))).toMatchObject({
      status: 410,
      body: { code: 'TOKEN_USED' },
    })
    expect((await call(owner, 'DELETE')).status).toBe(204)
    expect((await call(owner, 'DELETE')).status).toBe(404)
    expect(await confirm(owner, await tokenMailedTo(second))).toMatchObject({ body: { code: 'TOKEN_USED' } })
    await request(owner, third)
    const past = { expires_at: new Date(Date.now() - 1) }
    await identity.database.updateTable('mail_links').set(past).where('account_id', '=', owner.id).execute()
    expect(await call(owner, 'GET')).toMatchObject({ status: 404 })
    const expired = { status: 410, body: { code: 'TOKEN_EXPIRED' } }
    expect(await confirm(owner, await tokenMailedTo(third))).toMatchObject(expired)
    expect(await confirm(owner, 'A'.repeat(43))).toMatchObject({ status: 404, body: { code: 'TOKEN_UNKNOWN' } })
    // The token of a change does not work at the pages of other mailed links.
    const other = newEmail()
    await request(owner, other)
    const token = await tokenMailedTo(other)
    expect((await identity.visitor(ownAddress()).submit(`/identity/link/${token}`, {})).status).toBe(400)
    expect((await identity.visitor(ownAddress()).get(`/identity/email-revert/${token}`)).status).toBe(400)
  })

  test('slow down guesses of tokens', async () => {
    const owner = await customer()
    const statuses = []
    for (let guess = 0; guess < 22; guess += 1) statuses.push((await confirm(owner, `guess-${guess}`)).status)
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 404))
    expect(statuses).toContain(429)
  })

  test('are refused if another account has the address, or can still undo a change from it; the number of requests is limited', async () => {
    const [owner, other] = [await customer(), await customer()]
    const inUse = { status: 409, body: { code: 'EMAIL_IN_USE' } }
    expect(await request(owner, other.email.toUpperCase())).toMatchObject(inUse)
    await change(other)
    expect(await request(owner, other.email)).toMatchObject(inUse)
    const page = (await openSignIn(identity.visitor(ownAddress()))).replace('?', '/registration?')
    expect(page).toContain('/registration')
    const visitor = identity.visitor(ownAddress())
    const form = { name: 'Eve', email: other.email, password, terms: 'yes' }
    const answer = await visitor.submit((await openSignIn(visitor)).replace('?', '/registration?'), form)
    expect(answer.status).toBe(422)
    for (let time = 0; time < 3; time += 1) await request(owner, other.email)
    const refused = await request(owner, newEmail())
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect(Number(refused.retryAfter)).toBeGreaterThan(50)
    expect(await sentMails(identity)).not.toContainEqual(expect.objectContaining({ to: other.email.toUpperCase() }))
  })

  test('are limited per address group, whatever account asks', async () => {
    const owner = await customer()
    const [address = ''] = Object.values(owner.address)
    const subject = identity.platform.limits.hash(`emailChangeAddress:${address}`)
    const row = { subject, attempts: 25, attempted_at: sql<Date>`clock_timestamp()` }
    await identity.database.insertInto('brakes').values(row).execute()
    expect(await request(owner, newEmail())).toMatchObject({ status: 429 })
  })

  test('leave the token valid if the address was taken meanwhile, and cannot give one address to two accounts', async () => {
    const [owner, other] = [await customer(), await customer()]
    const email = newEmail()
    await request(owner, email)
    await request(other, email)
    const [first, second] = (await mailsTo(identity, email, 2)).map(
      ({ text }) => /confirmation-token=([\w-]+)/.exec(text)?.[1] ?? '',
    )
    const answers = await Promise.all([confirm(owner, first ?? ''), confirm(other, second ?? '')])
    expect(sorted(answers.map(({ status }) => status))).toEqual([200, 409])
    const loser = answers[0]?.status === 409 ? owner : other
    expect(await call(loser, 'GET')).toMatchObject({ status: 200, body: { email } })
  })

  test.each([
    ['a line break', 'nora@example.com\r\nBcc: everybody@example.com'],
    ['an encoded name', '"nora@example.com, eve"@example.com'],
    ['two addresses', 'nora@example.com,eve@example.com'],
    ['a display name', 'Eve <eve@example.com>'],
    ['nothing', ''],
    ['no domain', 'nora@'],
    ['300 characters', `${'n'.repeat(300)}@example.com`],
    ['a full-width at sign', 'nora＠example.com＠evil.example'],
  ])('refuse an address with %s, and send no mail', async (_what, email) => {
    const owner = await customer()
    // The mail of the registration.
    await mailsTo(identity, owner.email, 1)
    expect(await request(owner, email)).toMatchObject({ status: 400, body: { code: 'INVALID_EMAIL' } })
    const mails = await sentMails(identity)
    expect(mails.filter(({ to, text }) => to === owner.email || text.includes(owner.email))).toHaveLength(1)
  })

  test('to the address that the account has are refused', async () => {
    const owner = await customer()
    const refusal = { status: 400, body: { code: 'EMAIL_UNCHANGED' } }
    expect(await request(owner, ` ${owner.email.toUpperCase()} `)).toMatchObject(refusal)
  })

  test.each([
    ['is not available', new Error('connect ECONNREFUSED'), { status: 503, body: { code: 'UNAVAILABLE' } }],
    [
      'refuses the address',
      Object.assign(new Error('no such user'), { code: 'EENVELOPE', responseCode: 550 }),
      { status: 400, body: { code: 'MAIL_REFUSED' } },
    ],
  ])('are not pending when the mail server %s', async (_case, failure, answer) => {
    const owner = await customer()
    await mailsTo(identity, owner.email, 1)
    const send = identity.platform.mail.send.bind(identity.platform.mail)
    const sending = vi
      .spyOn(identity.platform.mail, 'send')
      .mockImplementation(async (message, to) =>
        to.kind === 'emailChange' ? Promise.reject(failure) : send(message, to),
      )
    expect(await request(owner, newEmail())).toMatchObject(answer)
    sending.mockRestore()
    expect(await call(owner, 'GET')).toMatchObject({ status: 404 })
  })

  test('send no mail to an old address that is not confirmed, because it may belong to somebody else', async () => {
    const owner = await customer({ isConfirmed: false })
    await mailsTo(identity, owner.email, 1)
    await change(owner)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect((await sentMails(identity)).filter(({ to }) => to === owner.email)).toHaveLength(1)
    expect(
      await identity.database.selectFrom('email_changes').selectAll().where('account_id', '=', owner.id).execute(),
    ).toEqual([])
  })

  test('store only digests of tokens', async () => {
    const owner = await customer()
    const email = newEmail()
    await request(owner, email)
    const token = await tokenMailedTo(email)
    expect(token.length).toBeGreaterThan(40)
    const rows = await identity.database.selectFrom('mail_links').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    const jobs = await sql<{ data: unknown }>`select data from jobs.job`.execute(identity.database)
    expect(JSON.stringify(jobs.rows)).not.toContain(token)
  })
})

function sorted(statuses: readonly number[]): number[] {
  return statuses.toSorted((left, right) => left - right)
}

/** The sign-in request of a client that asks for the password again. */
class SignInAgain extends SignInRequest {
  override url(changes: Readonly<Record<string, string | undefined>> = {}): string {
    return super.url({ ...changes, max_age: '0' })
  }
}
