import { type BrandColours, type BrandTexts, createBrandTexts } from './brandTexts.ts'
import { escapeText, linkAddresses } from './markup.ts'
import type { MailMessage, Platform } from './platform.ts'

/** The recipient of a mail: what the customers service answers to `GET /accounts/{id}/contact`. */
export interface MailReader {
  readonly email: string
  /** Null, here and below, means unknown. */
  readonly name: string | null
  readonly locale: string | null
  /** The key of the account's brand. */
  readonly brand: string | null
}

/**
 * The content of a mail. Paragraphs are plain text; URLs in them become links. Greeting, signature and contact
 * information are added.
 */
export interface Letter {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** The main link: a button, with its URL below it for readers of plain text. */
  readonly action: { readonly label: string; readonly url: string }
  /** Paragraphs below the main link. */
  readonly closing?: readonly string[]
}

/** Writes mails to one reader, in their language and in the name of their brand. */
export interface MailWriter {
  readonly brand: {
    readonly name: string
    /** The origin of the brand's site, without a trailing slash. Links into the product start with it. */
    readonly origin: string
    /** Where customers order products. */
    readonly storeUrl: string
  }
  /** Formats a message of the catalogue. */
  text(id: string, values?: Readonly<Record<string, string | number>>): string
  /** Formats a day (UTC) in the reader's locale. */
  date(date: Date): string
  /** The complete mail, as text and as HTML. */
  message(letter: Letter): MailMessage
}

export interface MailTexts {
  /** Replaces an unknown locale or brand by the default one. */
  writerFor(reader: MailReader): Promise<MailWriter>
}

/** Reads catalogues from their folder and brands from the site service. Both are cached for a minute. */
export function createMailTexts(platform: Pick<Platform, 'config' | 'http'>): MailTexts {
  const { host } = new URL(platform.config.publicUrl)
  const textsFor = createBrandTexts(platform)
  return { writerFor: async (reader) => createWriter(reader, await textsFor(reader), host) }
}

function createWriter(reader: MailReader, { brand, locale, text }: BrandTexts, host: string): MailWriter {
  const { origin } = new URL(brand.uploadUrl)
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

/** The domain that mails come from: the retailer's domain, without subdomains such as `www`. */
function mailHost(host: string): string {
  return host.replace(/:\d+$/, '').replace(/^(?:www|account|my)\./, '')
}

/** What surrounds the content of every mail. */
interface Frame {
  readonly greeting: string
  readonly signature: string
  readonly footer: string
}

/**
 * True if a mail may greet by this name. False for names that could contain a link: a stranger may have registered with
 * this address under such a name.
 */
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

/** Renders a mail as HTML. The first paragraph comes twice: mail programs show the hidden copy as preview text. */
function asHtml(
  { subject, paragraphs, action, closing = [] }: Letter,
  { greeting, signature, footer }: Frame,
  look: { readonly locale: string; readonly colours: BrandColours },
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
