import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reminderMessage } from '../../../services/customers/reminderMails.ts'
import { createMailTexts, type MailReader, type MailTexts } from '../../../services/platform/mailTexts.ts'
import { type RunningServices, startServices } from '../../support/services.ts'
import { publicUrl } from '../storage/customer.ts'

const deletionAt = new Date('2035-05-30T23:30:00Z')
const mira = { email: 'mira@example.com', name: 'Mira Holt', locale: 'en-GB', brand: 'keepsake' }

/** The subject of the first reminder, and its greeting. */
const subjects = {
  'en-GB': ['Your photos are stored until 30 May 2035', 'Hello Mira Holt,'],
  'nl-NL': ['Je foto’s worden bewaard tot 30 mei 2035', 'Hallo Mira Holt,'],
  'nl-BE': ['Je foto’s worden bewaard tot 30 mei 2035', 'Hallo Mira Holt,'],
  'fr-FR': ['Vos photos sont conservées jusqu’au 30 mai 2035', 'Bonjour Mira Holt,'],
  'fr-BE': ['Vos photos sont conservées jusqu’au 30 mai 2035', 'Bonjour Mira Holt,'],
  'de-DE': ['Ihre Fotos werden bis zum 30. Mai 2035 gespeichert', 'Hallo Mira Holt!'],
  'es-ES': ['Tus fotos se guardan hasta el 30 de mayo de 2035', 'Hola, Mira Holt:'],
  'it-IT': ['Le tue foto vengono conservate fino al 30 maggio 2035', 'Ciao Mira Holt,'],
  'sv-SE': ['Dina foton sparas till den 30 maj 2035', 'Hej Mira Holt!'],
  'da-DK': ['Dine billeder gemmes indtil den 30. maj 2035', 'Hej Mira Holt'],
  'nb-NO': ['Bildene dine lagres til 30. mai 2035', 'Hei, Mira Holt!'],
} as const

let services: RunningServices
let texts: MailTexts

beforeAll(async () => {
  services = await startServices({ services: ['site', 'customers'], environment: { PUBLIC_URL: publicUrl } })
  texts = createMailTexts(services.platform)
})
afterAll(() => services.close())

test('the calls of the demo do not exist without DEMO', async () => {
  const secret = readFileSync(join(services.dataDir, 'keys', 'operator'), 'utf8').trim()
  const statusOf = async (call: string) => {
    const headers = { 'content-type': 'application/json', 'x-operator-secret': secret }
    return (await fetch(`${services.url}/customers/dev/${call}`, { method: 'POST', headers, body: '{}' })).status
  }
  const statuses = await Promise.all(['storage', 'orders', 'projects', 'delays', 'retention/dry-run'].map(statusOf))
  expect(statuses).toEqual([404, 404, 404, 400, 200])
})

const mailTo = async (reader: Partial<MailReader>, number = 1) =>
  reminderMessage(await texts.writerFor({ ...mira, ...reader }), { deletionAt, number })

describe('the mail of a reminder', () => {
  test.each(Object.entries(subjects))('is written in %s', async (locale, [subject, greeting]) => {
    const mail = await mailTo({ locale })
    expect(mail.subject).toBe(subject)
    expect(mail.text.startsWith(`${greeting}\n\n`)).toBe(true)
    expect(mail.html).toContain(`<html lang="${locale}" dir="ltr">`)
    const date = mail.subject.slice(mail.subject.indexOf('30'), mail.subject.indexOf('2035') + 4)
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain(date)
      expect(form).toContain('18')
      expect(form?.replace(/<style>.*<\/style>/, '')).not.toMatch(/[{}]|mail\./)
    }
    const others = await Promise.all([mailTo({ locale }, 2), mailTo({ locale }, 3), mailTo({ locale }, 4)])
    expect(new Set([mail, ...others].map((one) => one.subject)).size).toBe(3)
  })

  test('comes from the account’s brand, and links to its shop and library', async () => {
    const mail = await mailTo({ brand: 'lumina' })
    expect([mail.to, mail.from]).toEqual(['mira@example.com', '"Lumina" <no-reply@keepsake.test>'])
    const links = [
      'http://lumina.keepsake.test:4000/shop',
      'http://lumina.keepsake.test:4000/my-photos',
      'http://lumina.keepsake.test:4000/help/contact',
    ]
    for (const link of links) {
      expect(mail.text.split(/\s/)).toContain(link)
      expect(mail.html).toContain(`href="${link}"`)
    }
    expect(mail.html).toContain('#6a4a86')
    expect(mail.text).toContain('Kind regards from Lumina')
  })

  test('uses the defaults of the first brand for what is unknown about an account', async () => {
    for (const unknown of [null, 'xx-XX', 'no such brand']) {
      const mail = await mailTo({ name: null, locale: unknown, brand: unknown })
      expect(mail.text.startsWith('Hello,\n\n')).toBe(true)
      expect(mail.from).toContain('"Keepsake"')
      expect(mail.text).toContain(`${publicUrl}/my-photos`)
    }
  })

  test('shows a name as plain text', async () => {
    const mail = await mailTo({ name: '<img src=x> & "Co" {date}' })
    expect(mail.text).toContain('Hello <img src=x> & "Co" {date},')
    expect(mail.html).not.toContain('<img src=x')
    expect(mail.html).toContain('Hello &#60;img src=x&#62; &#38; &#34;Co&#34; {date},')
  })
  test.each(['Win a prize: https://evil.example', 'evil.example', 'me@evil.example', 'www.evil.example/now'])(
    'does not use the name %s, which contains a link, in its greeting',
    async (name) => {
      const mail = await mailTo({ name })
      expect(mail.text.startsWith('Hello,\n\n')).toBe(true)
      expect(`${mail.text}${mail.html}`).not.toContain('evil')
    },
  )

  test('starts with a hidden preview text', async () => {
    const { html = '' } = await mailTo({})
    const shown = html
      .slice(html.indexOf('<body'))
      .replaceAll(/<[^>]*>/g, '')
      .trim()
    expect(shown).toMatch(/^We store your photos for 18 months after your last order/)
  })
})
