import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { z } from 'zod'
import { escapeText, linkAddresses } from './markup.ts'
import type { MailMessage, Platform } from './platform.ts'

/** Who a mail is written to: what the customers service answers to `GET /accounts/{id}/contact`. */
export interface MailReader {
  readonly email: string
  /** Null, here and below: not known. */
  readonly name: string | null
  readonly locale: string | null
  /** The key of the brand that the account belongs to. */
  readonly brand: string | null
}

/**
 * What a mail says. Paragraphs are plain text, in which addresses become links; greeting, signature, and whom to ask are
 * added.
 */
export interface Letter {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** The way on: a button, and its address below it for who reads plain text. */
  readonly action: { readonly label: string; readonly url: string }
  /** What stands below the way on. */
  readonly closing?: readonly string[]
}

/** Writes to one reader: in their language, in the name of their brand. */
export interface MailWriter {
  readonly brand: {
    readonly name: string
    /** Where the brand lives, without a trailing slash: what links into the product begin with. */
    readonly origin: string
    /** Where one orders. */
    readonly storeUrl: string
  }
  /** A message of the catalogue. */
  text(id: string, values?: Readonly<Record<string, string | number>>): string
  /** A day as the reader writes it, in UTC. */
  date(date: Date): string
  /** The mail, as text and as HTML. */
  message(letter: Letter): MailMessage
}

/** The texts of mails. */
export interface MailTexts {
  /** A locale or brand that there is not (any more) is replaced by the default. */
  writerFor(reader: MailReader): Promise<MailWriter>
}

const colours = z.object({ '--brand-accent': z.string(), '--brand-on-accent': z.string() })
const brandSchema = z.object({
  name: z.string(),
  defaultLocale: z.string(),
  locales: z.array(z.string()),
  uploadUrl: z.url(),
  theme: z.object({ light: colours }),
  links: z.object({ storeFront: z.string(), customerCare: z.string() }),
})
type Brand = z.infer<typeof brandSchema>
type Catalogue = Readonly<Record<string, string>>

const catalogueSchema = z.record(z.string(), z.string())
const keptMilliseconds = 60_000

/** Reads catalogues from their folder, and brands from the site service; both are kept for a minute. */
export function createMailTexts({ config, http }: Pick<Platform, 'config' | 'http'>): MailTexts {
  const host = new URL(config.publicUrl).host
  const catalogueOf = kept(async (locale) =>
    catalogueSchema.parse(JSON.parse(await readFile(join(config.localesDir, `${locale}.json`), 'utf8'))),
  )
  // `<brand>.` before any name is that brand's; a name that no brand has is the first one's.
  const brandOf = kept((key) =>
    http.call({
      url: `${config.urls.site}/config.json?host=${encodeURIComponent(`${key}.${host}`)}`,
      answer: brandSchema,
    }),
  )
  return {
    async writerFor(reader) {
      const brand = await brandOf(/^[a-z0-9-]+$/.exec(reader.brand ?? '')?.[0] ?? 'www')
      const locale = brand.locales.find((known) => known === reader.locale) ?? brand.defaultLocale
      return createWriter(reader, { brand, locale, catalogue: await catalogueOf(locale), host })
    },
  }
}

interface Voice {
  readonly brand: Brand
  readonly locale: string
  readonly catalogue: Catalogue
  /** The public host. */
  readonly host: string
}

function createWriter(reader: MailReader, { brand, locale, catalogue, host }: Voice): MailWriter {
  const { origin } = new URL(brand.uploadUrl)
  const text: MailWriter['text'] = (id, values = {}) => {
    const message = catalogue[id]
    if (message === undefined) throw new Error(`There is no message ${id}.`)
    return String(new IntlMessageFormat(message, locale).format({ ...values }))
  }
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return {
    brand: { name: brand.name, origin, storeUrl: new URL(brand.links.storeFront, origin).href },
    text,
    date: (date) => days.format(date),
    message(letter) {
      const frame: Frame = {
        greeting: isGreetable(reader.name)
          ? text('mail.greeting', { name: reader.name })
          : text('mail.greetingUnnamed'),
        signature: text('mail.signature', { brand: brand.name }),
        footer: text('mail.footer', { brand: brand.name, url: new URL(brand.links.customerCare, origin).href }),
      }
      return {
        to: reader.email,
        from: `"${brand.name.replaceAll(/["\\]/g, '')}" <no-reply@${mailHost(host)}>`,
        subject: letter.subject,
        text: asText(letter, frame),
        html: asHtml(letter, frame, { locale, colours: brand.theme.light }),
      }
    },
  }
}

/** Mail comes from the retailer's name, not from that of a machine in front of it. */
function mailHost(host: string): string {
  return host.replace(/:\d+$/, '').replace(/^(?:www|account|my)\./, '')
}

/** What is around every letter. */
interface Frame {
  readonly greeting: string
  readonly signature: string
  readonly footer: string
}

/** Anybody may have registered with the reader's address, under a name that leads elsewhere. */
function isGreetable(name: string | null): name is string {
  return name !== null && name !== '' && !/[/:@]|\p{L}\.\p{L}{2}/u.test(name)
}

function asText({ paragraphs, action, closing = [] }: Letter, { greeting, signature, footer }: Frame): string {
  const parts = [greeting, ...paragraphs, `${action.label}:\n${action.url}`, ...closing, signature, footer]
  return `${parts.join('\n\n')}\n`
}

function paragraph(content: string): string {
  return `<p style="margin:0 0 16px">${linkAddresses(escapeText(content))}</p>`
}

/** The first paragraph comes twice: unseen, it is what lists of mails show behind the subject. */
function asHtml(
  { subject, paragraphs, action, closing = [] }: Letter,
  { greeting, signature, footer }: Frame,
  look: { readonly locale: string; readonly colours: Brand['theme']['light'] },
): string {
  const accent = escapeText(look.colours['--brand-accent'])
  const onAccent = escapeText(look.colours['--brand-on-accent'])
  const url = escapeText(action.url)
  return `<!doctype html><html lang="${escapeText(look.locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeText(subject)}</title></head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,sans-serif"><div style="display:none">${escapeText(paragraphs[0] ?? '')}</div>
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 16px">${escapeText(greeting)}</p>
${paragraphs.map(paragraph).join('\n')}
<p style="margin:24px 0 8px"><a href="${url}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${accent};color:${onAccent};text-decoration:none;font-weight:600">${escapeText(action.label)}</a></p>
<p style="margin:0 0 24px;font-size:14px;overflow-wrap:anywhere"><a href="${url}">${url}</a></p>
${[...closing, signature].map(paragraph).join('\n')}
<p style="margin:32px 0 0;font-size:14px;overflow-wrap:anywhere">${linkAddresses(escapeText(footer))}</p>
</div></body></html>`
}

/** Answers of before are given for a minute; failures are not kept. */
function kept<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const known = new Map<string, { readonly value: Promise<Value>; readonly until: number }>()
  return async (key) => {
    const before = known.get(key)
    if (before && before.until > Date.now()) return before.value
    const value = read(key)
    known.set(key, { value, until: Date.now() + keptMilliseconds })
    value.catch(() => known.delete(key))
    return value
  }
}
