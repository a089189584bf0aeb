import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { changeKit, newEmail, password } from './emailChangeKit.ts'
import { mailsTo } from './outbox.ts'
import { ownAddress, type RunningIdentity, startIdentity } from './support.ts'
import { refresh, signInAs } from './visitor.ts'

const newPassword = 'seven quiet harbours'

describe.each(databaseKinds)('reverts of a changed e-mail address on %s', (kind) => {
  let identity: RunningIdentity
  beforeAll(async () => {
    identity = await startIdentity({ kind, demo: false })
  })
  afterAll(async () => identity.close())
  const { customer, request, confirm, tokenMailedTo, revertLink, change, eventsOf, canSignIn } = changeKit(
    () => identity,
  )

  const revert = (link: string, secret = newPassword, visitor = identity.visitor(ownAddress())) =>
    visitor.submit(link, { password: secret })

  test('restore the old address with a new password, and end all sign-ins', async () => {
    const owner = await customer()
    const email = await change(owner)
    const thief = identity.visitor(ownAddress())
    const stolen = await signInAs(thief, { email, password })
    const link = await revertLink(owner.email)
    const page = await (await identity.visitor(ownAddress()).get(link)).text()
    expect(page).toContain(owner.email)
    for (const weak of ['', 'short', password.slice(0, 5), owner.email])
      expect((await revert(link, weak)).status).toBe(422)
    const crossSite = await identity
      .visitor(ownAddress())
      .submit(link, { password: newPassword }, { 'sec-fetch-site': 'cross-site' })
    expect(crossSite.status).toBe(400)
    expect((await revert(link)).status).toBe(200)
    expect((await revert(link)).status).toBe(400)
    expect((await refresh(thief, stolen.refresh_token)).status).toBe(400)
    expect(await canSignIn(email)).toBe(false)
    expect(await canSignIn(owner.email)).toBe(false)
    expect(await canSignIn(owner.email, newPassword)).toBe(true)
    expect((await eventsOf(owner.id)).slice(-2)).toMatchObject([
      { type: 'account.emailChanged', data: { email: owner.email } },
      { type: 'account.sessionsEnded' },
    ])
    expect((await mailsTo(identity, email, 2)).at(-1)?.subject).toBe('The e-mail address was changed back')
  })

  test('win against a thief who changes the address twice, and whose own links then do nothing', async () => {
    const owner = await customer()
    const first = await change(owner)
    const again = await signInAs(identity.visitor(ownAddress()), { email: first, password })
    const second = await change({ ...owner, email: first, tokens: again })
    const thiefsLink = await revertLink(first)
    const ownersLink = await revertLink(owner.email)
    expect(thiefsLink).not.toBe(ownersLink)
    expect((await revert(ownersLink)).status).toBe(200)
    expect((await revert(thiefsLink, 'nine loud chimneys')).status).toBe(400)
    expect(await canSignIn(owner.email, newPassword)).toBe(true)
    expect(await canSignIn(second)).toBe(false)
  })

  test('win also after the thief has reverted the second change', async () => {
    const owner = await customer()
    const first = await change(owner)
    const again = await signInAs(identity.visitor(ownAddress()), { email: first, password })
    await change({ ...owner, email: first, tokens: again })
    expect((await revert(await revertLink(first), 'nine loud chimneys')).status).toBe(200)
    expect((await revert(await revertLink(owner.email))).status).toBe(200)
    expect(await canSignIn(owner.email, newPassword)).toBe(true)
  })

  test('end a further change that a thief has requested', async () => {
    const owner = await customer()
    const email = await change(owner)
    const tokens = await signInAs(identity.visitor(ownAddress()), { email, password })
    const third = newEmail()
    await request({ ...owner, tokens }, third)
    expect((await revert(await revertLink(owner.email))).status).toBe(200)
    const renewed = await signInAs(identity.visitor(ownAddress()), { email: owner.email, password: newPassword })
    const token = await tokenMailedTo(third)
    expect(await confirm({ ...owner, tokens: renewed }, token)).toMatchObject({ body: { code: 'TOKEN_USED' } })
  })

  test('work for 7 days', async () => {
    const owner = await customer()
    await change(owner)
    const link = await revertLink(owner.email)
    const row = await identity.database
      .selectFrom('email_changes')
      .select('revertible_until')
      .where('account_id', '=', owner.id)
      .executeTakeFirstOrThrow()
    expect(Math.round((row.revertible_until.getTime() - Date.now()) / 60_000)).toBe(7 * 24 * 60)
    const past = { revertible_until: new Date(Date.now() - 1) }
    await identity.database.updateTable('email_changes').set(past).where('account_id', '=', owner.id).execute()
    expect((await revert(link)).status).toBe(400)
    expect((await identity.visitor(ownAddress()).get(link)).status).toBe(400)
  })

  test('are refused once the erasure of the account has begun', async () => {
    const owner = await customer()
    const email = await change(owner)
    const link = await revertLink(owner.email)
    const deletion = { state: 'erasing', brand: 'keepsake', locale: 'en-GB', deletes_at: new Date() } as const
    await identity.database
      .insertInto('deletions')
      .values({ account_id: owner.id, ...deletion })
      .execute()
    expect((await revert(link)).status).toBe(400)
    const changes = (await eventsOf(owner.id)).filter(({ type }) => type === 'account.emailChanged')
    expect(changes).toEqual([{ type: 'account.emailChanged', data: { email } }])
  })

  test('are mailed once the mail server is available again', async () => {
    const owner = await customer()
    await mailsTo(identity, owner.email, 1)
    const send = identity.platform.mail.send.bind(identity.platform.mail)
    let failures = 0
    const sending = vi.spyOn(identity.platform.mail, 'send').mockImplementation(async (message, to) => {
      if (to.kind !== 'emailChanged' || failures > 0) return send(message, to)
      failures += 1
      throw new Error('connect ECONNREFUSED')
    })
    await change(owner)
    expect(await revertLink(owner.email)).not.toBe('')
    expect(failures).toBe(1)
    sending.mockRestore()
  })

  test('slow down guesses of links', async () => {
    const headers = ownAddress()
    const visitor = identity.visitor(headers)
    const owner = await customer()
    await change(owner)
    const link = await revertLink(owner.email)
    for (let guess = 0; guess < 21; guess += 1)
      await revert(`/identity/email-revert/guess-${guess}`, newPassword, visitor)
    await identity.keepWaiting(`token:${Object.values(headers).join()}`)
    const refused = await revert(link, newPassword, visitor)
    expect(refused.status).toBe(429)
    expect(await refused.text()).toContain('data-countdown')
    expect((await revert(link)).status).toBe(200)
  })
})
