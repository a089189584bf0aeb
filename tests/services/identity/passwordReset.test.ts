import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { until } from '../storage/customer.ts'
import { sentMails } from './outbox.ts'
import { ownAddress, type RunningIdentity, startIdentity } from './support.ts'
import { openSignIn, refresh, signInAs, type Visitor } from './visitor.ts'

const oldPassword = 'three green boats'
const newPassword = 'seven quiet herons'
const requestPath = '/identity/password-reset?client=keepsake-web'

describe.each(databaseKinds)('a forgotten password on %s', (kind) => {
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
    const answer = await visitor.submit(page, { name: 'Mira', email, password: oldPassword, terms: 'yes' })
    expect(answer.status).toBe(303)
    return email
  }

  /** Waits for a mail with this subject. */
  async function mailTo(email: string, subject: string): Promise<string> {
    return until(async () => {
      const mails = await sentMails(identity)
      return mails.find((mail) => mail.to === email && mail.subject === subject)?.text ?? null
    }, `a mail to ${email}`)
  }

  async function linkTo(email: string): Promise<string> {
    expect((await visitorOf().submit(requestPath, { email })).status).toBe(200)
    const text = await mailTo(email, 'Choose a new password')
    return /http\S+\/identity\/password-reset\/\S+/.exec(text)?.[0] ?? ''
  }

  test('is replaced by a mailed link, once; all devices are signed out, and the owner is told', async () => {
    const email = await register()
    const elsewhere = visitorOf()
    const tokens = await signInAs(elsewhere, { email, password: oldPassword })
    const link = await linkTo(email)
    const visitor = visitorOf()
    // Programs that check mails open every link.
    for (let time = 0; time < 2; time += 1) {
      const page = await visitor.get(link)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain(`value="${email}" autocomplete="username"`)
    }
    const answers = await Promise.all(
      [visitor, visitorOf()].map((each) => each.submit(link, { password: newPassword })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted((left, right) => left - right)).toEqual([200, 400])
    expect(await attempt(visitorOf(), email, oldPassword)).toBe(422)
    expect(await attempt(visitorOf(), email, newPassword)).toBe(303)
    expect((await refresh(elsewhere, tokens.refresh_token)).status).toBe(400)
    expect(await openSignIn(elsewhere)).toContain('/identity/interaction/')
    expect(await mailTo(email, 'Your password was changed')).toContain('/identity/password-reset?client=keepsake-web')
    const account = await identity.database
      .selectFrom('accounts')
      .select('email_state')
      .where('email', '=', email)
      .executeTakeFirst()
    expect(account?.email_state).toBe('confirmed')
  })

  test('is refused if it is easy to guess, and the link stays valid', async () => {
    const email = await register()
    const link = await linkTo(email)
    const visitor = visitorOf()
    for (const password of ['', 'short', 'michael123', email]) {
      const refused = await visitor.submit(link, { password })
      expect(refused.status).toBe(422)
      expect(await refused.text()).toContain('aria-invalid="true"')
    }
    expect((await visitor.submit(link, { password: newPassword })).status).toBe(200)
  })

  test('the link makes the browser known, so that strangers cannot delay the owner', async () => {
    const email = await register()
    const owner = visitorOf()
    expect((await owner.submit(await linkTo(email), { password: newPassword })).status).toBe(200)
    const subject = identity.platform.limits.hash(`account:${email}`)
    const values = { attempts: 50, attempted_at: sql<Date>`clock_timestamp()` }
    const insert = identity.database.insertInto('brakes').values({ subject, ...values })
    await insert.onConflict((conflict) => conflict.column('subject').doUpdateSet(values)).execute()
    expect(await attempt(visitorOf(), email, newPassword)).toBe(429)
    expect(await attempt(owner, email, newPassword)).toBe(303)
  })

  test.each(['link', 'email-revert'])('its link does nothing at the page /identity/%s', async (page) => {
    const email = await register()
    const foreign = (await linkTo(email)).replace('password-reset', page)
    expect((await visitorOf().submit(foreign, { password: newPassword })).status).toBe(400)
    expect(await attempt(visitorOf(), email, oldPassword)).toBe(303)
  })

  test('an expired link, a guessed one and a form of another site change nothing', async () => {
    const email = await register()
    const link = await linkTo(email)
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect((await visitorOf().submit(link, { password: newPassword }, foreign)).status).toBe(400)
    const guess = `/identity/password-reset/${'a'.repeat(43)}?client=keepsake-web`
    expect((await visitorOf().submit(guess, { password: newPassword })).status).toBe(400)
    await identity.database
      .updateTable('mail_links')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    for (const refused of [await visitorOf().get(link), await visitorOf().submit(link, { password: newPassword })]) {
      expect(refused.status).toBe(400)
      expect(await refused.text()).toContain(`<a class="primary" href="${requestPath}">Get another link</a>`)
    }
    expect(await attempt(visitorOf(), email, oldPassword)).toBe(303)
  })

  test('guesses of links are limited per address group', async () => {
    const link = await linkTo(await register())
    const headers = ownAddress()
    const visitor = identity.visitor(headers)
    for (let guess = 0; guess < 25; guess += 1) {
      const address = `/identity/password-reset/${String(guess).repeat(20)}?client=keepsake-web`
      expect((await visitor.submit(address, { password: newPassword })).status).toBe(400)
    }
    await identity.keepWaiting(`token:${Object.values(headers).join()}`)
    const refused = await visitor.submit(link, { password: newPassword })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await visitorOf().submit(link, { password: newPassword })).status).toBe(200)
  })

  test('a request has the same answer with and without an account, and is limited per address group', async () => {
    const email = await register()
    const visitor = visitorOf()
    const pages = []
    for (const address of [email, 'unknown@example.com']) {
      const answer = await visitor.submit(requestPath, { email: address })
      pages.push([answer.status, await answer.text()])
    }
    expect(pages[0]).toEqual(pages[1])
    const headers = ownAddress()
    const subject = identity.platform.limits.hash(`link:${Object.values(headers).join()}`)
    const row = { subject, attempts: 25, attempted_at: sql<Date>`clock_timestamp()` }
    await identity.database.insertInto('brakes').values(row).execute()
    const refused = await identity.visitor(headers).submit(requestPath, { email })
    expect(refused.status).toBe(429)
    expect(await refused.text()).toContain(`value="${email}"`)
  })

  test('can be replaced from the sign-in page', async () => {
    const visitor = visitorOf()
    const page = await visitor.get(await openSignIn(visitor))
    expect(await page.text()).toContain(`<a href="${requestPath}">Choose a new one</a>`)
    expect((await visitor.get(requestPath)).status).toBe(200)
  })
})

async function attempt(visitor: Visitor, email: string, password: string): Promise<number> {
  return (await visitor.submit(await openSignIn(visitor), { email, password })).status
}
