import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deleteOldRecords } from '../../../services/mailing/upkeep.ts'
import { emailOf } from '../../support/tokens.ts'
import { databaseKinds } from '../../support/database.ts'
import { waitingStatements } from '../../support/waitingStatements.ts'
import type { Answer } from '../storage/customer.ts'
import { me, MailingServices } from './mailingServices.ts'

const codeOf = ({ status, body }: Answer) => [status, body.code]

describe.each(databaseKinds)('a marketing subscription, on %s', (kind) => {
  const services = new MailingServices(kind)

  test('begins with the link in the mail, and records what was agreed to, when and where', async () => {
    const reader = await services.newReader()
    expect(await services.read(reader)).toEqual({
      state: 'none',
      email: emailOf(reader.customer.id),
      requestedAt: null,
      confirmedAt: null,
      unsubscribedAt: null,
      consents: [],
    })
    const asked = await services.subscribe(reader)
    expect([asked.status, asked.body]).toEqual([200, { outcome: 'accepted', retryAt: null }])
    expect(await services.read(reader)).toMatchObject({ state: 'pending', email: reader.email, confirmedAt: null })
    const [mail] = await services.mailsTo(reader.email, 1)
    expect(mail?.subject).toBe('Bestätigen Sie Ihr Abonnement')
    expect(Object.keys(mail?.headers ?? {})).toEqual(['Message-ID', 'Auto-Submitted'])
    const confirmed = await services.confirm(reader.email, await services.tokenFor(reader.email))
    expect([confirmed.status, confirmed.body]).toEqual([204, ''])
    const { state, consents, confirmedAt } = await services.read(reader)
    expect([state, Date.parse(confirmedAt) > 0]).toEqual(['subscribed', true])
    const common = { email: reader.email, locale: 'de-DE', at: expect.stringMatching(/^\d{4}-/) }
    expect(consents).toEqual([
      { ...common, kind: 'requested', place: 'settings', textVersion: '2026-11' },
      { ...common, kind: 'confirmed', place: 'confirmationLink', textVersion: null },
    ])
    // A subscribed customer gets no further mail.
    expect((await services.subscribe(reader)).body.outcome).toBe('accepted')
    expect([await services.stateOf(reader), await services.countOf(reader.email)]).toEqual(['subscribed', 1])
  })

  test('is not confirmed by a program that opens links', async () => {
    const reader = await services.newReader()
    await services.subscribe(reader)
    const token = await services.tokenFor(reader.email)
    for (const method of ['GET', 'HEAD', 'PUT']) {
      expect((await services.confirm(reader.email, token, method)).status).toBe(404)
    }
    expect(await services.stateOf(reader)).toBe('pending')
    expect((await services.confirm(reader.email, token)).status).toBe(204)
  })

  test('is confirmed once by a link, even if it is used twice at the same moment', async () => {
    const reader = await services.newReader()
    await services.subscribe(reader)
    const token = await services.tokenFor(reader.email)
    const answers = await Promise.all([1, 2, 3].map(async () => services.confirm(reader.email, token)))
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([204, 409, 409])
    expect(codeOf(await services.confirm(reader.email, token))).toEqual([409, 'TOKEN_USED'])
    expect((await services.read(reader)).consents).toHaveLength(2)
  })

  // The embedded database runs transactions one after the other.
  test.each(kind === databaseKinds[1] ? ['two links of one reader'] : [])(
    'is confirmed once by %s at the same moment',
    async () => {
      const reader = await services.newReader()
      await services.subscribe(reader)
      const first = await services.tokenFor(reader.email)
      await services.subscribe(reader)
      const second = await services.tokenFor(reader.email, 2)
      const answers = await services.database.transaction().execute(async (change) => {
        await change
          .selectFrom('profiles')
          .where('account_id', '=', reader.customer.id)
          .select('state')
          .forUpdate()
          .execute()
        const confirming = [first, second].map(async (token) => services.confirm(reader.email, token))
        await expect.poll(() => waitingStatements(services.database)).toBe(2)
        return confirming
      })
      const statuses = (await Promise.all(answers)).map(({ status }) => status)
      expect(statuses.toSorted((left, right) => left - right)).toEqual([204, 409])
    },
  )

  test('can be confirmed by the link of any of its mails, and then by no other link', async () => {
    const reader = await services.newReader()
    await services.subscribe(reader)
    const first = await services.tokenFor(reader.email)
    await services.subscribe(reader)
    const second = await services.tokenFor(reader.email, 2)
    expect(second).not.toBe(first)
    expect((await services.confirm(reader.email, first)).status).toBe(204)
    expect(codeOf(await services.confirm(reader.email, second))).toEqual([409, 'TOKEN_USED'])
  })

  test('is not confirmed by an expired link', async () => {
    const reader = await services.newReader()
    await services.subscribe(reader)
    const token = await services.tokenFor(reader.email)
    const end = (seconds: number) =>
      services.database
        .updateTable('opt_in_links')
        .set({ expires_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
        .where('account_id', '=', reader.customer.id)
        .execute()
    await end(-1)
    expect(codeOf(await services.confirm(reader.email, token))).toEqual([410, 'TOKEN_EXPIRED'])
    expect(await services.stateOf(reader)).toBe('pending')
    await end(60)
    expect((await services.confirm(reader.email, token)).status).toBe(204)
  })

  test('gives the same answer for each wrong token and each address that is not subscribing', async () => {
    const [reader, other, ended] = await Promise.all([1, 2, 3].map(async () => services.newReader()))
    if (!reader || !other || !ended) throw new Error('A reader is missing.')
    await Promise.all([reader, other, ended].map(async (one) => services.subscribe(one)))
    const [token, othersToken, endedToken] = await Promise.all(
      [reader, other, ended].map(async ({ email }) => services.tokenFor(email)),
    )
    await ended.customer.call('DELETE', me)
    const guesses = [
      [reader.email, othersToken],
      [other.email, token],
      [reader.email, 'x'.repeat(43)],
      [reader.email, `${token}A`],
      [reader.email, token?.toLowerCase()],
      [ended.email, endedToken],
      ['nobody@example.com', token],
      [`${reader.email}\r\nBcc: x@example.com`, token],
      ['%', token],
      ['a'.repeat(250), 'b'.repeat(500)],
    ] as const
    const answers = await Promise.all(guesses.map(async ([email, guess]) => services.confirm(email, guess ?? '')))
    for (const { status, body } of answers) {
      expect([status, { ...body, correlationId: '' }]).toEqual([404, { ...answers[0]?.body, correlationId: '' }])
    }
    expect(await Promise.all([reader, other, ended].map(async (one) => services.stateOf(one)))).toEqual([
      'pending',
      'pending',
      'unsubscribed',
    ])
    // The address is compared as in the sign-in.
    expect((await services.confirm(` ${reader.email.toUpperCase()}`, token ?? '')).status).toBe(204)
  })

  test('mails an address at most three links a day, even if a new account has this address', async () => {
    const [reader, again] = [await services.newReader(), await services.newReader()]
    for (let count = 1; count <= 3; count += 1) {
      expect((await services.subscribe(reader)).body.outcome).toBe('accepted')
      await services.mailsTo(reader.email, count)
    }
    const refused = await services.subscribe(reader)
    expect(refused.body.outcome).toBe('capped')
    expect(Date.parse(refused.body.retryAt) % 86_400_000).toBe(0)
    await services.database.deleteFrom('profiles').where('account_id', '=', reader.customer.id).execute()
    const successor = await services.newReader({ email: reader.email })
    expect((await services.subscribe(successor)).body.outcome).toBe('capped')
    expect([await services.stateOf(successor), await services.countOf(reader.email)]).toEqual(['none', 3])
    expect((await services.subscribe(again)).body.outcome).toBe('accepted')
  })

  test('is not offered to an address that is not confirmed yet', async () => {
    const reader = await services.newReader({ confirmed: false })
    expect((await services.subscribe(reader)).body).toEqual({ outcome: 'unconfirmed', retryAt: null })
    expect([await services.stateOf(reader), await services.countOf(reader.email)]).toEqual(['none', 0])
  })

  test('refuses a request without a language, or without a valid version of the text', async () => {
    const { customer } = await services.newReader()
    for (const body of [{}, { locale: 'de-DE' }, { locale: 'de-DE', textVersion: 'a\nb' }, { textVersion: '1' }]) {
      expect((await customer.call('PUT', me, { body })).status).toBe(400)
    }
  })

  test('can be ended in the settings, and can begin again only by another mail', async () => {
    const reader = await services.newSubscriber()
    const token = await services.tokenFor(reader.email)
    expect((await reader.customer.call('DELETE', me)).body).toMatchObject({ state: 'unsubscribed' })
    expect((await reader.customer.call('DELETE', me)).body).toMatchObject({ state: 'unsubscribed' })
    expect(codeOf(await services.confirm(reader.email, token))).toEqual([404, 'NOT_FOUND'])
    await services.subscribe(reader)
    expect(await services.stateOf(reader)).toBe('pending')
    await services.confirm(reader.email, await services.tokenFor(reader.email, 2))
    const { state, consents } = await services.read(reader)
    const kinds = consents.map((consent: { kind: string }) => consent.kind)
    expect([state, kinds]).toEqual(['subscribed', ['requested', 'confirmed', 'unsubscribed', 'requested', 'confirmed']])
    const stranger = await services.newReader()
    expect((await stranger.customer.call('DELETE', me)).body.state).toBe('none')
    expect(await services.stateOf(reader)).toBe('subscribed')
  })

  test('follows the account to its new address', async () => {
    const [subscriber, pending, unknown] = [
      await services.newSubscriber(),
      await services.newReader(),
      await services.newReader(),
    ]
    await services.subscribe(pending)
    const token = await services.tokenFor(pending.email)
    for (const reader of [subscriber, pending, unknown]) {
      await services.changeEmail(reader, `new.${reader.email}`)
      await services.changeEmail(reader, `new.${reader.email}`)
    }
    await expect.poll(async () => (await services.read(unknown)).email).toBe(`new.${unknown.email}`)
    const { state, email, consents } = await services.read(subscriber)
    expect([state, email]).toEqual(['subscribed', `new.${subscriber.email}`])
    expect(consents.slice(2)).toMatchObject([{ kind: 'addressChanged', place: 'emailChange', email }])
    // The link was mailed to the old address, so it confirms nothing for the new one.
    expect(await services.stateOf(pending)).toBe('none')
    for (const address of [pending.email, `new.${pending.email}`]) {
      expect((await services.confirm(address, token)).status).toBe(404)
    }
    await services.subscribe(unknown)
    expect(await services.mailsTo(`new.${unknown.email}`, 1)).toHaveLength(1)
  })

  test('stores no token', async () => {
    const reader = await services.newReader()
    await services.subscribe(reader)
    const token = await services.tokenFor(reader.email)
    const links = await services.database.selectFrom('opt_in_links').selectAll().execute()
    expect(links.length).toBeGreaterThan(0)
    expect(JSON.stringify(links)).not.toContain(token)
    const { rows } = await sql<{
      data: unknown
    }>`select data from jobs.job where starts_with(name, 'mailing.')`.execute(services.database)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('is forgotten after 30 days if it was never confirmed', async () => {
    const [reader, returning, subscriber] = [
      await services.newReader(),
      await services.newSubscriber(),
      await services.newSubscriber(),
    ]
    await returning.customer.call('DELETE', me)
    await services.subscribe(returning)
    await services.subscribe(reader)
    const age = async (days: number) => {
      const requested_at = sql<Date>`now() - make_interval(days => ${days})`
      await services.database.updateTable('profiles').set({ requested_at }).execute()
      await deleteOldRecords(services.database)
    }
    await age(29)
    expect(await services.stateOf(reader)).toBe('pending')
    await age(31)
    expect(await services.read(reader)).toMatchObject({ state: 'none', consents: [] })
    expect(await services.stateOf(returning)).toBe('unsubscribed')
    expect((await services.read(returning)).consents).toHaveLength(4)
    expect(await services.stateOf(subscriber)).toBe('subscribed')
  })
})
