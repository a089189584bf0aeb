import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { writeAccounts } from '../../../services/customers/accounts.ts'
import type { CustomersTables } from '../../../services/customers/tables.ts'
import { maximumRecipients } from '../../../services/widgets/sharing/shareLinks.ts'
import { databaseKinds } from '../../support/database.ts'
import { startSmtpServer, type SmtpServer } from '../../support/smtpServer.ts'
import { until, type Answer } from '../storage/customer.ts'
import { codeOf, linksOf, type Reader, share, WidgetServices } from './widgetServices.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const good = { vendorId: 'k', fromName: 'Ada Lovelace', personalMessage: 'Look!' }
let smtp: SmtpServer

/** The widgets service with a mail server. */
class SharingServices extends WidgetServices {
  override async prepare(): Promise<Record<string, string>> {
    smtp = await startSmtpServer()
    return { SMTP_URL: smtp.url }
  }
}

async function untilMail(reader: Reader, code: string, state: string): Promise<Answer['body']> {
  return until(async () => {
    const [link] = await linksOf(reader, code)
    return link.state === state ? link : null
  }, `the mail to be ${state}`)
}

/** The decoded mails to an address, in the order of arrival. */
const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to === email).map(({ content }) => decoded(content))

/** A mail without its encoding: quoted-printable, with soft line breaks. */
function decoded(content: string): string {
  const joined = content.replaceAll(/=\r?\n/g, '')
  return Buffer.from(
    joined.replaceAll(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
}

afterEach(() => {
  smtp.isRefusing = false
})

describe.each(databaseKinds)('sharing an online book by mail, on %s', (kind) => {
  const services = new SharingServices(kind, ['site'])
  afterAll(() => smtp.close())

  test('sends one mail with the cover, whose link opens the book', async () => {
    const { reader, code } = await services.newBook(1)
    const email = `first.${kind.length}@example.com`
    const { status, body: link } = await share(reader, code, email)
    expect([status, link.state, link.recipientEmail, link.fromName]).toEqual([200, 'sending', email, 'Ada Lovelace'])
    await untilMail(reader, code, 'sent')
    const [mail = '', ...more] = mailsTo(email)
    expect(more).toEqual([])
    expect(mail).toContain('Subject: Ada Lovelace has shared a photo book with you')
    expect(mail).toContain(link.url)
    expect(mail).toContain('cid:cover')
    expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(await services.isShown(link.url)).toBe(true)
    expect((await reader.widget('GET', code)).body.recipientsCount).toBe(1)
  })

  test('a name and a message cannot add headers, links or markup', async () => {
    const { reader, code } = await services.newBook(1)
    const email = `markup.${kind.length}@example.com`
    const fromName = 'Ada\r\nBcc\u2028 Eve'
    await share(reader, code, email, {
      fromName,
      personalMessage: 'See https://evil.example or www.evil.example, at 12:30!\n<b>now</b>\u0007',
    })
    await untilMail(reader, code, 'sent')
    const [mail = ''] = mailsTo(email)
    expect(mail).toContain('Subject: Ada Bcc Eve has shared a photo book with you')
    expect(/^Bcc/m.test(mail)).toBe(false)
    const html = mail.slice(mail.indexOf('<!doctype html>'))
    const texts = ['href="https:\u200c//evil', '<b>now', '&#60;b&#62;now', '\u0007']
    expect(texts.map((text) => html.includes(text))).toEqual([false, false, true, false])
    // Neither the text nor the HTML contains a host name that a mail program could turn into a link.
    expect(mail.match(/evil\.example/g)).toBeNull()
    const quoted = 'See https:\u200c//evil.\u200cexample or www.\u200cevil.\u200cexample, at 12:30!'
    expect(mail.split(quoted)).toHaveLength(3)
  })

  test('the title of a book cannot add a link', async () => {
    const { reader, photoIds } = await services.newBook(1)
    const code = await services.orderBook(reader, photoIds, 'Win at www.evil.example')
    await reader.untilState(code, 'ready')
    const email = `title.${kind.length}@example.com`
    await share(reader, code, email)
    await untilMail(reader, code, 'sent')
    const [mail = ''] = mailsTo(email)
    expect(mail).toContain('“Win at www.\u200cevil.\u200cexample”')
    expect(mail).not.toContain('evil.example')
  })

  test('the preview shows the mail without a recipient, and stores nothing', async () => {
    const { reader, code } = await services.newBook(1)
    const headers = { 'accept-language': 'de-DE' }
    const { status, body } = await reader.call('POST', `/widgets/v1/widget/${code}/share/preview`, {
      body: good,
      headers,
    })
    expect(status).toBe(200)
    expect(body.subject).toBe('Ada Lovelace teilt ein Fotobuch mit Ihnen')
    expect(body.html).toContain('data:image/jpeg;base64,')
    expect(body.html).not.toContain('cid:')
    expect(await linksOf(reader, code)).toEqual([])
  })

  test.each<[string, string, object, string]>([
    ['an address that is not in base64', '', { toEmailAddress: '%%' }, 'INVALID_EMAIL'],
    [
      'an address that is not in UTF-8',
      '',
      { toEmailAddress: Buffer.from([0xff]).toString('base64') },
      'INVALID_EMAIL',
    ],
    ['an address with a second one', 'a@example.com\r\nBcc: b@example.com', {}, 'INVALID_EMAIL'],
    ['no address', 'somebody', {}, 'INVALID_EMAIL'],
    ['a name that looks like a link', 'a@example.com', { fromName: 'www.evil.example' }, 'INVALID_NAME'],
    ['a name with a host name that contains a digit', 'a@example.com', { fromName: 'evil1.example' }, 'INVALID_NAME'],
    ['a name of control characters', 'a@example.com', { fromName: '\n\t\u202e' }, 'INVALID_NAME'],
    ['a long name', 'a@example.com', { fromName: 'x'.repeat(101) }, 'INVALID_NAME'],
    ['a long message', 'a@example.com', { personalMessage: 'x'.repeat(2_001) }, 'INVALID_MESSAGE'],
    ['an unknown brand', 'a@example.com', { vendorId: 'zz' }, 'UNKNOWN_VENDOR'],
  ])('refuses %s', async (_what, email, texts, problem) => {
    const { reader, code } = await services.newBook(1)
    const body = { ...good, toEmailAddress: base64(email), ...texts }
    const answer = await reader.call('PUT', `/widgets/v1/widget/${code}/share`, { body })
    expect(codeOf(answer)).toEqual([422, problem])
    expect(await linksOf(reader, code)).toEqual([])
  })

  test('sharing with the same address again keeps the link, and mails the new message', async () => {
    const { reader, code } = await services.newBook(1)
    const email = `again.${kind.length}@example.com`
    const first = (await share(reader, code, email)).body
    await untilMail(reader, code, 'sent')
    const second = (await share(reader, code, ` ${email.toUpperCase()}`, { personalMessage: 'Second try' })).body
    expect([second.linkId, second.url, second.state]).toEqual([first.linkId, first.url, 'sending'])
    expect(Date.parse(second.expires)).toBeGreaterThan(Date.parse(first.expires))
    await untilMail(reader, code, 'sent')
    expect(await linksOf(reader, code)).toHaveLength(1)
    await expect.poll(() => smtp.mails.filter(({ to }) => to.toLowerCase() === email)).toHaveLength(2)
    await share(reader, code, email)
    await untilMail(reader, code, 'sent')
    await share(reader, code, email)
    expect(await untilMail(reader, code, 'notSent')).toMatchObject({ reason: 'TOO_MANY_MAILS' })
  })

  test('after an outage of the mail server, the delayed mails are sent, but none for a link that has ended meanwhile', async () => {
    const { reader, code } = await services.newBook(1)
    smtp.isRefusing = true
    try {
      const { linkId } = (await share(reader, code, `ended.${kind.length}@example.com`)).body
      await expect.poll(() => smtp.refused).toContain(`ended.${kind.length}@example.com`)
      await reader.widget('DELETE', code, `/links/${linkId}`)
      await share(reader, code, `late.${kind.length}@example.com`)
      await expect.poll(() => smtp.refused).toContain(`late.${kind.length}@example.com`)
    } finally {
      smtp.isRefusing = false
    }
    await untilMail(reader, code, 'sent')
    await services.untilIdle(reader)
    expect(mailsTo(`ended.${kind.length}@example.com`)).toEqual([])
    expect(mailsTo(`late.${kind.length}@example.com`)).toHaveLength(1)
  })

  test('an address that the mail server refuses for good is not mailed again', async () => {
    const { reader, code } = await services.newBook(1)
    smtp.unknown.add('nobody@example.com')
    await share(reader, code, 'nobody@example.com')
    expect(await untilMail(reader, code, 'notSent')).toMatchObject({ reason: 'REFUSED_ADDRESS' })
  })

  test('a recipient stops the mails of all customers with one click, and can undo it', async () => {
    const [one, other] = [await services.newBook(1), await services.newBook(1)]
    const email = `stop.${kind.length}@example.com`
    await share(one.reader, one.code, email)
    await untilMail(one.reader, one.code, 'sent')
    const [mail = ''] = mailsTo(email)
    const token = /\/books\/stop\/([\w.-]+)/.exec(mail)?.[1] ?? ''
    const page = `${services.url}/widgets/books/stop/${token}`
    const click = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    // Programs that check mails open the link, and may post an empty form.
    expect((await fetch(page)).status).toBe(200)
    expect((await fetch(page, { method: 'POST', body: new URLSearchParams() })).status).toBe(400)
    const shareWithOther = async () => share(other.reader, other.code, email)
    await shareWithOther()
    await untilMail(other.reader, other.code, 'sent')
    expect((await fetch(page, { method: 'POST', body: click })).status).toBe(200)
    await shareWithOther()
    expect(await untilMail(other.reader, other.code, 'notSent')).toMatchObject({ reason: 'STOPPED_BY_RECIPIENT' })
    expect((await fetch(`${page}/undo`, { method: 'POST' })).status).toBe(200)
    await shareWithOther()
    await untilMail(other.reader, other.code, 'sent')
    expect((await fetch(`${page}x`)).status).toBe(404)
  })

  test('another customer’s book, a business account, a blocked and a deleted book cannot be shared', async () => {
    const { reader, code } = await services.newBook(1)
    const stranger = await services.newReader()
    expect(codeOf(await share(stranger, code, 'a@example.com'))).toEqual([404, 'NOT_FOUND'])
    expect(codeOf(await share(await services.newReader('b2b'), code, 'a@example.com'))).toEqual([403, 'PRIVATE_ONLY'])
    await services.block(code)
    expect(codeOf(await share(reader, code, 'a@example.com'))).toEqual([409, 'BLOCKED'])
    await services.block(code, false)
    await reader.widget('DELETE', code)
    expect(codeOf(await share(reader, code, 'a@example.com'))).toEqual([409, 'NOT_READY'])
    expect(await linksOf(reader, code)).toEqual([])
  })

  test('a customer whose own address is not confirmed cannot share', async () => {
    const { reader, code } = await services.newBook(1)
    const unknown = { name: null, locale: null, brand: null, business: null }
    await writeAccounts(services.platform.database<CustomersTables>('customers'), [
      {
        ...unknown,
        id: reader.id,
        email: `${reader.id}@example.com`,
        confirmed: false,
        registered: new Date().toISOString(),
      },
    ])
    expect(codeOf(await share(reader, code, 'a@example.com'))).toEqual([409, 'EMAIL_UNCONFIRMED'])
  })

  test('an account can share 20 times an hour, even with concurrent calls, and is then told how long to wait', async () => {
    const { reader, code } = await services.newBook(1)
    const answers = await Promise.all(
      Array.from({ length: 25 }, async (_, number) => share(reader, code, `many${number}.${kind.length}@example.com`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.map(({ body }) => body.code)).toEqual(Array(5).fill('TOO_MANY_MAILS'))
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(3_500)
  })

  test(`a book has at most ${maximumRecipients} recipients; an ended link makes room`, async () => {
    const { reader, code } = await services.newBook(1)
    const { linkId } = (await share(reader, code, `room.${kind.length}@example.com`)).body
    await sql`
      insert into widgets.links (id, code, account_id, kind, recipient_email, recipient_key, expires_at, mail_state)
      select gen_random_uuid(), code, account_id, kind, recipient_email || number, recipient_key || number, expires_at, 'sent'
      from widgets.links cross join generate_series(2, ${maximumRecipients}::int) as number
      where id = ${linkId}`.execute(services.widgets)
    expect(codeOf(await share(reader, code, 'one.more@example.com'))).toEqual([409, 'TOO_MANY_RECIPIENTS'])
    expect((await share(reader, code, `room.${kind.length}@example.com`)).status).toBe(200)
    await reader.widget('DELETE', code, `/links/${linkId}`)
    expect((await share(reader, code, 'one.more@example.com')).status).toBe(200)
  })
})
