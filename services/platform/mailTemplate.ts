import type { Theme } from './brands/theme.ts'
import { escapeText, linkAddresses } from './markup.ts'
import type { MailPicture } from './platform.ts'

/**
 * The content of a mail. Paragraphs are plain text; URLs in them become links. Greeting, signature and contact
 * information are added.
 */
export interface Letter {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** What another customer has written, below the paragraphs. URLs in it do not become links. */
  readonly quotation?: string
  /** A picture above the main link. */
  readonly picture?: { readonly attached: MailPicture; readonly text: string }
  /** The main link: a button, with its URL below it for readers of plain text. */
  readonly action?: { readonly label: string; readonly url: string }
  /** Paragraphs below the main link. */
  readonly closing?: readonly string[]
  /** What mail programs show beside the subject. Default: the first paragraph. */
  readonly preview?: string
  /** Only for marketing mails: where the reader unsubscribes with one click. The footer has this URL, too. */
  readonly unsubscribeUrl?: string
  /** Why the reader gets this mail. Default: because of the account. */
  readonly footer?: string
}

/** What surrounds the content of every mail. */
export interface Frame {
  readonly locale: string
  /** `ltr`, or `rtl` for a language that is written from right to left. */
  readonly direction: string
  readonly brand: string
  readonly greeting: string
  readonly signature: string
  readonly footer: string
  /** `dark` is for readers with a dark screen. */
  readonly theme: Theme
  readonly fonts: { readonly display: string; readonly text: string }
  /** The id of the picture with the logo. Null: there is no logo. */
  readonly logoId: string | null
}

/** Long words must not make the mail wider than a small screen. */
const wrap = 'overflow-wrap:anywhere;word-break:break-word'

/** Renders a mail as plain text. */
export function asText(
  { paragraphs, quotation, action, closing = [] }: Letter,
  { greeting, signature, footer }: Frame,
): string {
  const link = action ? [`${action.label}\n${action.url}`] : []
  const quoted = quotation === undefined ? [] : [quotation.replaceAll(/^/gm, '> ')]
  return `${[greeting, ...paragraphs, ...quoted, ...link, ...closing, signature, footer].join('\n\n')}\n`
}

/**
 * Renders a mail as HTML. It works in mail programs that ignore style sheets (styles are attributes), width limits
 * (Outlook gets a table of fixed width), and pictures (the brand's name is text). It loads nothing from the network.
 * Dark colours need the style sheet; programs without it keep the light ones.
 */
export function asHtml(letter: Letter, frame: Frame): string {
  const { subject, paragraphs, quotation, picture, action, closing = [], preview = paragraphs[0] ?? '' } = letter
  const { locale, direction, greeting, signature, footer } = frame
  const {
    '--brand-sunken': page,
    '--brand-surface': card,
    '--brand-text': text,
    '--brand-border': border,
  } = frame.theme.light
  const { display, text: font } = frame.fonts
  const radius = frame.theme.common['--brand-radius-md']
  return `<!doctype html>
<html lang="${escapeText(locale)}" dir="${escapeText(direction)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>${escapeText(subject)}</title>
<style>${styleSheet(frame)}</style></head>
<body class="page" style="margin:0;padding:0;background:${page};color:${text}"><div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeText(preview)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;background:${page}"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px;table-layout:fixed;font:16px/1.5 ${font};color:${text};text-align:start;${wrap}">
<tr><td class="text" style="padding:0 12px 16px;font:20px/32px ${display};color:${text}">${brandLine(frame)}</td></tr>
<tr><td class="card text" style="padding:28px 24px;background:${card};border:1px solid ${border};border-radius:${radius};color:${text};${wrap}">
<h1 style="margin:0 0 20px;font:26px/1.2 ${display};${wrap};hyphens:auto">${escapeText(subject)}</h1>
${[greeting, ...paragraphs].map((content) => paragraph(content, frame)).join('\n')}
${quotation === undefined ? '' : quote(quotation, frame)}
${picture ? image(picture) : ''}
${action ? button(action, frame) : ''}
${[...closing, signature].map((content) => paragraph(content, frame)).join('\n')}
</td></tr>
<tr><td class="muted" style="padding:20px 12px 0;font-size:14px;color:${frame.theme.light['--brand-muted']};${wrap}">${linked(footer, frame)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table></body></html>`
}

function styleSheet({ theme: { dark } }: Frame): string {
  const border = dark['--brand-border']
  const accent = dark['--brand-accent']
  const rules = [
    `.page{background:${dark['--brand-canvas']}!important}`,
    `.text{color:${dark['--brand-text']}!important}`,
    `.card{background:${dark['--brand-surface']}!important;border-color:${border}!important}`,
    `.muted{color:${dark['--brand-muted']}!important}`,
    `.quote{border-color:${border}!important}`,
    `.link{color:${accent}!important}`,
    `.action{background:${accent}!important;color:${dark['--brand-on-accent']}!important}`,
  ]
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`
}

function brandLine({ brand, logoId }: Frame): string {
  // The name is beside the logo, so the logo has no alternative text.
  const logo =
    logoId === null
      ? ''
      : `<img src="cid:${escapeText(logoId)}" alt="" width="32" height="32" style="display:inline-block;vertical-align:middle;border:0"> `
  return `${logo}<span style="vertical-align:middle">${escapeText(brand)}</span>`
}

function paragraph(content: string, frame: Frame): string {
  return `<p style="margin:0 0 16px;${wrap}">${linked(content, frame)}</p>`
}

function quote(content: string, { theme: { light } }: Frame): string {
  const lines = escapeText(content).replaceAll('\n', '<br>')
  return `<blockquote class="quote" style="margin:0 0 16px;padding:0 0 0 16px;border-inline-start:3px solid ${light['--brand-border']};${wrap}">${lines}</blockquote>`
}

function image({ attached, text }: NonNullable<Letter['picture']>): string {
  return `<p style="margin:0 0 16px"><img src="cid:${escapeText(attached.id)}" alt="${escapeText(text)}" width="240" style="display:block;width:100%;max-width:240px;height:auto;border:0;border-radius:6px"></p>`
}

/** Escapes a text, and turns the URLs in it into links. */
function linked(content: string, { theme: { light } }: Frame): string {
  const attributes = `class="link" style="color:${light['--brand-accent']}"`
  return linkAddresses(escapeText(content), attributes)
}

function button({ label, url }: NonNullable<Letter['action']>, frame: Frame): string {
  const { '--brand-accent': accent, '--brand-on-accent': onAccent } = frame.theme.light
  const radius = frame.theme.common['--brand-radius-full']
  const address = escapeText(url)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 12px"><tr><td class="action" bgcolor="${accent}" style="border-radius:${radius};background:${accent}"><a class="action" href="${address}" style="display:inline-block;padding:12px 24px;border-radius:${radius};background:${accent};color:${onAccent};text-decoration:none;font-weight:600;${wrap}">${escapeText(label)}</a></td></tr></table>
<p style="margin:0 0 24px;font-size:14px;${wrap}">${linked(url, frame)}</p>`
}
