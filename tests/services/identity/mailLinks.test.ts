import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { mailsTo } from './outbox.ts'
import { ownAddress, type RunningIdentity, startIdentity } from './support.ts'
import { openSignIn, signInAs, type Visitor } from './visitor.ts'

const password = 'three green boats'

describe.each(databaseKinds)('mailed links on %s', (kind) => {
  let identity: RunningIdentity
  beforeAll(async () => {
    identity = await startIdentity({ kind, demo: false })
  })
  afterAll(async () => identity.close())

  const visitorOf = () => identity.visitor(ownAddress())

  async function register(): Promise<string> {
    const email = `mira.${randomUUID()}@example.com`
    const visitor = visitorOf()
    const page = (await openSignIn(visitor)).replace('?', '/registration?')
    const answer = await visitor.submit(page, { name: 'Mira', email, password, terms: 'yes' })
    expect(answer.status).toBe(303)
    return email
  }

  async function linkOf(email: string, count = 1): Promise<string> {
    const mail = (await mailsTo(identity, email, count)).at(-1)
    return /http\S+\/identity\/link\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  }

  const isVerified = async (email: string) =>
    decodeJwt((await signInAs(visitorOf(), { email, password })).access_token)['email_verified']

  async function callAs(token: string, method: string, path: string, body?: unknown): Promise<[number, unknown]> {
    const answer = await fetch(`${identity.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return [answer.status, await answer.json()]
  }

  async function failOften(email: string): Promise<void> {
    const subject = identity.platform.limits.hash(`account:${email}`)
    const values = { attempts: 50, attempted_at: sql<Date>`clock_timestamp()` }
    const insert = identity.database.insertInto('brakes').values({ subject, ...values })
    await insert.onConflict((conflict) => conflict.column('subject').doUpdateSet(values)).execute()
  }

  test('confirm the address of a new account, once, and only through the button of the page', async () => {
    const email = await register()
    expect(await isVerified(email)).toBe(false)
    const link = await linkOf(email)
    expect((await mailsTo(identity, email, 1)).map(({ subject }) => subject)).toEqual(['Confirm your e-mail address'])
    const visitor = visitorOf()
    // Programs that check mails open every link.
    for (let time = 0; time < 2; time += 1) expect((await visitor.get(link)).status).toBe(200)
    expect(await isVerified(email)).toBe(false)
    expect((await visitor.submit(link, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(400)
    const answers = await Promise.all([visitor.submit(link, {}), visitorOf().submit(link, {})])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted((left, right) => left - right)).toEqual([200, 400])
    expect(await isVerified(email)).toBe(true)
  })

  test('let the owner sign in with the password from a new browser while strangers guess it', async () => {
    const email = await register()
    await visitorOf().submit(await linkOf(email), {})
    await failOften(email)
    const owner = visitorOf()
    expect(await attempt(owner, email)).toBe(429)
    expect((await owner.get('/identity/link?client=keepsake-web')).status).toBe(200)
    expect((await owner.submit('/identity/link?client=keepsake-web', { email })).status).toBe(200)
    const link = await linkOf(email, 2)
    expect((await owner.submit(link, {})).status).toBe(200)
    expect(await attempt(owner, email)).toBe(303)
    expect(await attempt(visitorOf(), email)).toBe(429)
  })

  test('are limited per group of IP addresses, and are answered in the same way for an e-mail address without an account', async () => {
    const email = await register()
    const visitor = visitorOf()
    const pages = []
    for (const address of [email, 'unknown@example.com']) {
      const answer = await visitor.submit('/identity/link', { email: address })
      pages.push([answer.status, await answer.text()])
    }
    expect(pages[0]).toEqual(pages[1])
    const headers = ownAddress()
    const subject = identity.platform.limits.hash(`link:${Object.values(headers).join()}`)
    const row = { subject, attempts: 25, attempted_at: sql<Date>`clock_timestamp()` }
    await identity.database.insertInto('brakes').values(row).execute()
    const refused = await identity.visitor(headers).submit('/identity/link', { email })
    expect(refused.status).toBe(429)
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(20)
    const page = await refused.text()
    expect(page).toContain('Many links have been requested from this connection')
    expect(page).toContain(`data-countdown="${seconds}"`)
    expect(page).toContain(`value="${email}"`)
    expect(page).not.toContain('on our side')
  })

  test('expire', async () => {
    const email = await register()
    const link = await linkOf(email)
    await identity.database
      .updateTable('mail_links')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    const refused = await visitorOf().submit(link, {})
    expect(refused.status).toBe(400)
    const page = await refused.text()
    expect(page).toContain('This link no longer works')
    expect(page).toContain('<a class="primary" href="/identity/link?client=keepsake-web">Get another link</a>')
    expect(await isVerified(email)).toBe(false)
  })

  test('are mailed again to a signed-in customer until the address is confirmed, five a day', async () => {
    const email = await register()
    await mailsTo(identity, email, 1)
    const { access_token: token } = await signInAs(visitorOf(), { email, password })
    expect(await callAs(token, 'GET', '/identity/email')).toEqual([200, { state: 'unconfirmed' }])
    const send = () => callAs(token, 'POST', '/identity/email/confirmation', { locale: 'de-DE' })
    for (let mails = 2; mails <= 5; mails += 1) expect(await send()).toEqual([200, { outcome: 'sent', retryAt: null }])
    const mails = await mailsTo(identity, email, 5)
    expect(mails.at(-1)?.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse')
    const midnight = new Date()
    midnight.setUTCHours(24, 0, 0, 0)
    expect(await send()).toEqual([200, { outcome: 'capped', retryAt: midnight.toISOString() }])
    expect(await mailsTo(identity, email, 5)).toHaveLength(5)
    await visitorOf().submit(await linkOf(email, 5), {})
    expect(await callAs(token, 'GET', '/identity/email')).toEqual([200, { state: 'confirmed' }])
    expect(await send()).toEqual([200, { outcome: 'confirmed', retryAt: null }])
    await identity.database.deleteFrom('accounts').where('email', '=', email).execute()
    expect((await callAs(token, 'GET', '/identity/email'))[0]).toBe(404)
    expect((await send())[0]).toBe(404)
  })

  test.each([
    ['is not available', new Error('connect ECONNREFUSED'), [503, expect.objectContaining({ code: 'UNAVAILABLE' })]],
    [
      'refuses the address',
      Object.assign(new Error('no such user'), { code: 'EENVELOPE', responseCode: 550 }),
      [200, { outcome: 'refused', retryAt: null }],
    ],
  ])('are not reported as sent when the mail server %s', async (_case, failure, answer) => {
    const email = await register()
    await mailsTo(identity, email, 1)
    const { access_token: token } = await signInAs(visitorOf(), { email, password })
    const sending = vi.spyOn(identity.platform.mail, 'send').mockRejectedValueOnce(failure)
    expect(await callAs(token, 'POST', '/identity/email/confirmation', { locale: 'en-GB' })).toEqual(answer)
    sending.mockRestore()
  })

  test('are stored as digests only', async () => {
    const token = /link\/([\w-]+)/.exec(await linkOf(await register()))?.[1] ?? ''
    expect(token.length).toBeGreaterThan(40)
    const rows = await identity.database.selectFrom('mail_links').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

async function attempt(visitor: Visitor, email: string): Promise<number> {
  return (await visitor.submit(await openSignIn(visitor), { email, password })).status
}
