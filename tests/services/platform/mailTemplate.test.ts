import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MarkupElement, parseFragment } from './mailMarkup.ts'
import { reminderMessage } from '../../../services/customers/reminderMails.ts'
import { exportMessages } from '../../../services/exports/mails.ts'
import { deletionMessages } from '../../../services/identity/deletion/deletionMails.ts'
import { changeMessages } from '../../../services/identity/emailChangeMails.ts'
import { linkMessage } from '../../../services/identity/linkMails.ts'
import { passkeyMessage } from '../../../services/identity/passkeyMails.ts'
import { passwordMessages } from '../../../services/identity/passwordMails.ts'
import { yearBookMessage } from '../../../services/mailing/newsletterLetters.ts'
import { optInMessage } from '../../../services/mailing/optInMails.ts'
import { createMailTexts, type MailTexts, type MailWriter } from '../../../services/platform/mailTexts.ts'
import type { MailMessage } from '../../../services/platform/platform.ts'
import { locales } from '../../../services/platform/locales.ts'
import { shareMessage } from '../../../services/widgets/sharing/shareMail.ts'
import { demoBrands } from '../../support/brands.ts'
import { type RunningServices, startServices } from '../../support/services.ts'
import { publicUrl } from '../storage/customer.ts'

const date = new Date('2035-05-30T23:30:00Z')
const linkUrl = `${publicUrl}/identity/link/a?client=b&c`
const newEmail = 'a+b@example.com'
const unsubscribeUrl = `${publicUrl}/newsletter/unsubscribe/token`

/** Every mail of the product. The key is the part after `mail.` that the ids of its texts have in common. */
const mails: Readonly<Record<string, (writer: MailWriter) => readonly MailMessage[]>> = {
  confirmation: (writer) => [linkMessage(writer, 'confirmation', linkUrl)],
  signInLink: (writer) => [linkMessage(writer, 'signInLink', linkUrl)],
  emailChange: (writer) => [changeMessages.link(writer, newEmail, 'token')],
  emailChangeNotice: (writer) => [changeMessages.notice(writer, newEmail)],
  emailChanged: (writer) => [changeMessages.changed(writer, newEmail, { url: linkUrl, until: date })],
  emailReverted: (writer) => [changeMessages.reverted(writer, newEmail)],
  passwordReset: (writer) => [passwordMessages.reset(writer, linkUrl)],
  passwordChanged: (writer) => [
    passwordMessages.changed(writer, { url: linkUrl, keptSignIn: false }),
    passwordMessages.changed(writer, { url: linkUrl, keptSignIn: true }),
  ],
  passkey: (writer) => [
    passkeyMessage(writer, 'added', '<script>Phone</script>'),
    passkeyMessage(writer, 'removed', '<script>Phone</script>'),
  ],
  deletionRequest: (writer) => [deletionMessages.request(writer, 'token')],
  deletionScheduled: (writer) => [deletionMessages.scheduled(writer, date)],
  deletionUndone: (writer) => [deletionMessages.undone(writer)],
  deletionReceipt: (writer) => [
    deletionMessages.receipt(writer, null),
    deletionMessages.receipt(writer, { count: 2, until: '2035-12-31' }),
  ],
  exportReady: (writer) => [
    exportMessages.ready(writer, { id: 'a', photos: 1_234, files: 2, missing: 1, expires: date }),
  ],
  exportFailed: (writer) => [exportMessages.failed(writer)],
  retention: (writer) => [reminderMessage(writer, { deletionAt: date, number: 4 })],
  optIn: (writer) => [optInMessage(writer, 'a+b@example.com', 'token')],
  bookShare: (writer) => [
    shareMessage(writer, {
      senderName: '<b>Ada</b>',
      message: 'See https://evil.example\n<script>alert(1)</script>',
      title: 'https://evil.example',
      expires: date,
      path: '/books/token',
      stopPath: '/books/stop/token',
      cover: { id: 'cover', contentType: 'image/jpeg', content: 'AAAA' },
    }),
  ],
  yearBook: (writer) => [yearBookMessage(writer, unsubscribeUrl)],
}

const names = [
  null,
  '',
  ' ',
  'Mira Holt',
  'n'.repeat(200),
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'אברהם בן־דוד',
  'evil\u202Eexe.',
  'Mira\r\nBcc: x@example.com',
  '\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}',
  '\ud800',
]

let services: RunningServices
let texts: MailTexts
beforeAll(async () => {
  services = await startServices({ services: ['site'], environment: { PUBLIC_URL: publicUrl } })
  texts = createMailTexts(services.platform)
})
afterAll(() => services.close())

test('the table has every mail of the catalogue', () => {
  const catalogue = JSON.parse(readFileSync('web/locales/en-GB.json', 'utf8'))
  const found = Object.keys(catalogue).flatMap((id) => /^mail\.(\w+)\.(?:subject|\w+Subject)/.exec(id)?.[1] ?? [])
  expect(Object.keys(mails).toSorted()).toEqual([...new Set(found)].toSorted())
})

function checkElement({ tag, attributes }: MarkupElement): void {
  expect(Object.keys(attributes).filter((key) => key.startsWith('on'))).toEqual([])
  // All pictures must be part of the mail, because opening the mail must request nothing.
  if (tag === 'img' && attributes['src'] === 'cid:cover') expect(attributes['alt']).not.toBe('')
  else if (tag === 'img') expect(attributes).toMatchObject({ src: 'cid:logo.png', alt: '' })
  if (tag === 'table') expect(attributes['role']).toBe('presentation')
  if (tag === 'a') expect(attributes['href']).toMatch(/^https?:\/\//)
}

const cases = demoBrands.flatMap(({ key }) => locales.map((locale) => [key, locale] as const))

describe.each(cases)('every mail of the brand %s in %s', (brand, locale) => {
  const written = async (name: string | null) => {
    const writer = await texts.writerFor({ email: 'a@example.com', name, locale, brand })
    return Object.entries(mails).flatMap(([id, write]) => write(writer).map((mail) => ({ id, mail })))
  }

  test('is complete as HTML and as text, whatever the name of its reader', async () => {
    for (const name of names) {
      for (const { id, mail } of await written(name)) {
        const { elements, text, unclosed } = parseFragment(mail.html ?? '')
        expect([id, unclosed]).toEqual([id, []])
        const [html] = elements.filter(({ tag }) => tag === 'html')
        expect(html?.attributes).toMatchObject({ lang: locale, dir: 'ltr' })
        const tags = new Set(elements.map(({ tag }) => tag))
        for (const tag of ['script', 'iframe', 'form', 'link', 'object'])
          expect([id, tags.has(tag)]).toEqual([id, false])
        for (const element of elements) checkElement(element)
        for (const form of [mail.text, text]) {
          expect(form).not.toMatch(/mail\.\w+\.|undefined|\[object|\u202e|\p{Cs}/u)
          expect(form).toContain(demoBrands.find(({ key }) => key === brand)?.name)
        }
        // Each link is visible as text in both forms.
        const links = elements.filter(({ tag }) => tag === 'a').map(({ attributes }) => attributes['href'] ?? '')
        for (const link of links) expect([mail.text.includes(link), text.includes(link)]).toEqual([true, true])
        expect(mail.subject).not.toMatch(/[\r\n{}]/)
        const pictures = id === 'bookShare' ? ['image/png', 'image/jpeg'] : ['image/png']
        expect(mail.pictures?.map(({ contentType }) => contentType)).toEqual(pictures)
        if (id === 'bookShare') expect(mail.unsubscribeUrl).toMatch(/\/books\/stop\/token$/)
        else expect(mail.unsubscribeUrl).toBe(id === 'yearBook' ? unsubscribeUrl : undefined)
      }
    }
  })

  test('says what it is about in its preview, and in a heading', async () => {
    for (const { mail } of await written('Mira')) {
      const { elements } = parseFragment(mail.html ?? '')
      expect(elements.filter(({ tag }) => tag === 'h1')).toHaveLength(1)
      const preview = /<div style="display:none[^>]*>([^<]+)<\/div>/.exec(mail.html ?? '')?.[1] ?? ''
      expect(preview.length).toBeGreaterThan(20)
      expect(mail.html).toContain(mail.subject.replaceAll(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`))
    }
  })
})

const greetingOf = async (name: string | null) => {
  const writer = await texts.writerFor({ email: 'a@example.com', name, locale: 'en-GB', brand: 'keepsake' })
  return writer.message({ subject: 's', paragraphs: ['p'] }).text.split('\n', 1)[0]
}

describe('the greeting', () => {
  test.each([
    [null, 'Hello,'],
    ['', 'Hello,'],
    [' \u200b\u202e ', 'Hello,'],
    ['https://evil.example', 'Hello,'],
    ['Mira\r\nBcc: x@example.com', 'Hello,'],
    ['Mira\r\nHolt', 'Hello Mira Holt,'],
    ['n'.repeat(200), `Hello ${'n'.repeat(59)}…,`],
    ['evil\u202Eexe', 'Hello evilexe,'],
    ['דוד', 'Hello \u2068דוד\u2069,'],
  ])('for the name %j is %j', async (name, greeting) => {
    expect(await greetingOf(name)).toBe(greeting)
  })
})

/** The relative luminance of a colour such as `#1f5f55` (WCAG 2). */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((left, right) => left - right)
  return (lighter + 0.05) / (darker + 0.05)
}

describe('the colours', () => {
  test.each(
    demoBrands.flatMap(({ key, theme }) => (['light', 'dark'] as const).map((scheme) => [key, scheme, theme] as const)),
  )('of the brand %s are readable on a %s screen', async (brand, scheme, theme) => {
    const {
      '--brand-accent': accent,
      '--brand-on-accent': onAccent,
      '--brand-surface': card,
      '--brand-text': text,
      '--brand-muted': muted,
    } = theme[scheme]
    const page = theme[scheme][scheme === 'light' ? '--brand-sunken' : '--brand-canvas']
    const pairs = [
      [text, page],
      [text, card],
      [muted, page],
      [accent, card],
      [accent, page],
      [onAccent, accent],
    ] as const
    for (const [one, other] of pairs) expect(contrastOf(one, other)).toBeGreaterThanOrEqual(4.5)
    const writer = await texts.writerFor({ email: 'a@example.com', name: null, locale: null, brand })
    const { html = '' } = writer.message({ subject: 's', paragraphs: ['https://a.example'] })
    for (const colour of [page, card, text, muted, accent]) expect(html).toContain(colour)
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
  })
})
