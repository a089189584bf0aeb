import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { me, MailingServices, type Reader } from './mailingServices.ts'

const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }

describe.each(databaseKinds)('a link to unsubscribe, on %s', (kind) => {
  const services = new MailingServices(kind)
  let newsletters = 0

  /** A subscriber, and the token of the link in a newsletter to them. */
  async function newLink(): Promise<{ reader: Reader; token: string }> {
    const reader = await services.newSubscriber()
    newsletters += 1
    await services.sendNewsletter(`unsubscribe-${newsletters}`)
    const mail = (await services.mailsTo(reader.email, 2)).at(-1)
    const url = /^<http:\/\/keepsake\.test:4000\/newsletter\/unsubscribe\/([\w-]+)>$/.exec(
      mail?.headers['List-Unsubscribe'] ?? '',
    )
    expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect(mail?.text).toContain(`/newsletter/unsubscribe/${url?.[1]}`)
    return { reader, token: url?.[1] ?? '' }
  }

  test('shows a page with a button, and changes nothing, when it is opened', async () => {
    const { reader, token } = await newLink()
    for (const method of ['GET', 'HEAD', 'GET']) {
      const { status, html, headers } = await services.page(token, { method })
      expect(status).toBe(200)
      expect(headers.get('set-cookie')).toBeNull()
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      if (method !== 'GET') continue
      expect(html).toContain('<html lang="de-DE"')
      expect(html).toContain('Neuigkeiten und Angebote abbestellen?')
      expect(html).toContain(`action="/newsletter/unsubscribe/${token}"`)
      expect(html).not.toContain(reader.email)
    }
    expect(await services.stateOf(reader)).toBe('subscribed')
  })

  test('acts on the request of a mail program, without cookies, in both encodings of forms', async () => {
    const [first, second] = [await newLink(), await newLink()]
    const multipart = new FormData()
    multipart.set('List-Unsubscribe', 'One-Click')
    for (const [{ reader, token }, body] of [[first, oneClick.body] as const, [second, multipart] as const]) {
      const { status, html } = await services.page(token, { method: 'POST', body })
      expect([status, html.includes('Sie haben abbestellt')]).toEqual([200, true])
      const { state, consents } = await services.read(reader)
      expect([state, consents.at(-1)]).toMatchObject(['unsubscribed', { kind: 'unsubscribed', place: 'mailProgram' }])
      // Mail programs may repeat the request.
      expect((await services.page(token, oneClick)).status).toBe(200)
      expect((await services.read(reader)).consents).toHaveLength(3)
    }
  })

  test('does nothing without the field of the standard', async () => {
    const { reader, token } = await newLink()
    const bodies = [undefined, new URLSearchParams({ a: 'b' }), new URLSearchParams({ 'List-Unsubscribe': 'no' })]
    for (const body of bodies) {
      const { status, html } = await services.page(token, { method: 'POST', ...(body && { body }) })
      expect([status, html.includes('abbestellen?')]).toEqual([400, true])
    }
    const broken = { method: 'POST', body: '--x', headers: { 'content-type': 'multipart/form-data; boundary=y' } }
    expect((await services.page(token, broken)).status).toBe(400)
    expect(await services.stateOf(reader)).toBe('subscribed')
  })

  test('works through the button of its page, where the reader can then subscribe again', async () => {
    const { reader, token } = await newLink()
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click', from: 'page' })
    const done = await services.page(token, { method: 'POST', body })
    expect(done.html).toContain(`action="/newsletter/unsubscribe/${token}/subscribe"`)
    const again = await services.page(`${token}/subscribe`, { method: 'POST', body: new URLSearchParams() })
    expect([again.status, again.html.includes('Sie haben wieder abonniert')]).toEqual([200, true])
    const { state, consents } = await services.read(reader)
    expect([state, consents.slice(2)]).toMatchObject([
      'subscribed',
      [
        { kind: 'unsubscribed', place: 'unsubscribePage' },
        { kind: 'resubscribed', place: 'unsubscribePage' },
      ],
    ])
  })

  test('does not subscribe a reader again who has unsubscribed in the settings or over 24 hours ago, or has a new address', async () => {
    const [elsewhere, late, moved] = [await newLink(), await newLink(), await newLink()]
    await elsewhere.reader.customer.call('DELETE', me)
    await services.page(late.token, oneClick)
    const day = sql<Date>`unsubscribed_at - interval '25 hours'`
    await services.database
      .updateTable('profiles')
      .set({ unsubscribed_at: day })
      .where('account_id', '=', late.reader.customer.id)
      .execute()
    await services.database
      .updateTable('deliveries')
      .set({ unsubscribed_at: day })
      .where('account_id', '=', late.reader.customer.id)
      .execute()
    await services.page(moved.token, oneClick)
    await services.changeEmail(moved.reader, `new.${moved.reader.email}`)
    await expect.poll(async () => (await services.read(moved.reader)).email).toBe(`new.${moved.reader.email}`)
    for (const { reader, token } of [elsewhere, late, moved]) {
      expect((await services.page(token)).html).not.toContain('/subscribe"')
      expect((await services.page(`${token}/subscribe`, { method: 'POST' })).status).toBe(404)
      expect(await services.stateOf(reader)).toBe('unsubscribed')
    }
  })

  test('ends only the subscription of its own reader, and an unknown link ends no subscription', async () => {
    const [one, other] = [await newLink(), await newLink()]
    for (const token of ['x', `${one.token}A`, one.token.toUpperCase(), '%00', 'a'.repeat(900)]) {
      const { status } = await services.page(encodeURIComponent(token), oneClick)
      expect(status).toBe(404)
    }
    expect((await services.page(one.token, oneClick)).status).toBe(200)
    expect(await services.stateOf(other.reader)).toBe('subscribed')
  })

  test('shows its page in the language of the browser if the link is unknown', async () => {
    const { html } = await services.page('unknown', { headers: { 'accept-language': 'sv' } })
    expect(html).toContain('Länken är inte giltig')
  })
})
