import { type Brand, linksIn } from './brands/brand.ts'
import { type BrandTexts, createBrandTexts } from './brandTexts.ts'
import { deviceFonts } from './brands/theme.ts'
import { oneLine, shortened } from './mailHeaders.ts'
import { couldBeLink } from './mailLinks.ts'
import { asHtml, asText, type Frame, type Letter } from './mailTemplate.ts'
import type { MailMessage, MailPicture, Platform } from './platform.ts'

/** The recipient of a mail: what the customers service answers to `GET /accounts/{id}/contact`. */
export interface MailReader {
  readonly email: string
  /** Null, here and below, means unknown. */
  readonly name: string | null
  readonly locale: string | null
  /** The key of the account's brand. */
  readonly brand: string | null
}

/** Writes mails to one reader, in their language and in the name of their brand. */
export interface MailWriter {
  /** The language of the mail. */
  readonly locale: string
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

/** Reads catalogues from their folder. They are cached for a minute. */
export function createMailTexts(platform: Pick<Platform, 'config' | 'brands'>): MailTexts {
  const { host } = new URL(platform.config.publicUrl)
  const textsFor = createBrandTexts(platform)
  return {
    async writerFor(reader) {
      const texts = await textsFor(reader)
      return createWriter(reader, texts, { host, logo: logoOf(texts.brand) })
    },
  }
}

function createWriter(
  reader: MailReader,
  { brand, locale, text }: BrandTexts,
  { host, logo }: { readonly host: string; readonly logo: MailPicture | null },
): MailWriter {
  const { origin } = brand
  const links = linksIn(brand, locale)
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const brandName = oneLine(brand.name)
  return {
    locale,
    brand: { name: brandName, origin, storeUrl: links.storeFront },
    text,
    date: (date) => days.format(date),
    message(letter) {
      const pictures = [logo ?? [], letter.picture?.attached ?? []].flat()
      const name = greetedName(reader.name)
      const frame: Frame = {
        locale,
        direction: text('language.direction'),
        brand: brandName,
        greeting: name === null ? text('mail.greetingUnnamed') : text('mail.greeting', { name }),
        signature: text('mail.signature', { brand: brandName }),
        footer: letter.footer ?? text('mail.footer', { brand: brandName, url: links.customerCare }),
        theme: brand.theme,
        fonts: fontsOf(brand),
        logoId: logo?.id ?? null,
      }
      return {
        to: reader.email,
        from: `"${brandName.replaceAll(/["\\]/g, '')}" <no-reply@${mailHost(host)}>`,
        subject: letter.subject,
        text: asText(letter, frame),
        html: asHtml(letter, frame),
        ...(pictures.length > 0 ? { pictures } : {}),
        ...(letter.unsubscribeUrl === undefined ? {} : { unsubscribeUrl: letter.unsubscribeUrl }),
      }
    },
  }
}

/**
 * The fonts of mails. Mails load no fonts, so these are fonts of the reader's device, of the same kind as the brand's.
 */
function fontsOf({ fonts }: Brand): Frame['fonts'] {
  return {
    display: deviceFonts[fonts?.display.fallback ?? 'serif'],
    text: deviceFonts[fonts?.text.fallback ?? 'sans-serif'],
  }
}

/**
 * The logo as a part of the mail, so that the reader's mail program requests nothing from us. Null: there is no logo.
 */
function logoOf({ assets }: Brand): MailPicture | null {
  const logo = assets.get('logo.png')
  return logo ? { id: 'logo.png', contentType: logo.type, content: logo.content.toString('base64') } : null
}

/** The domain that mails come from: the retailer's domain, without subdomains such as `www`. */
function mailHost(host: string): string {
  return host.replace(/:\d+$/, '').replace(/^(?:www|account|my)\./, '')
}

/** Characters of the scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
/** In characters. Longer names are cut. */
const longestName = 60

/**
 * The name by which a mail greets its reader. Null for an unknown name, and for names that could contain a link: a
 * stranger may have registered with this address under such a name.
 */
function greetedName(name: string | null): string | null {
  const line = oneLine(name ?? '')
  if (line === '' || couldBeLink(line)) return null
  const short = shortened(line, longestName)
  // Directional isolates (Unicode) keep the punctuation after the name in its place.
  return rightToLeft.test(short) ? `\u2068${short}\u2069` : short
}
