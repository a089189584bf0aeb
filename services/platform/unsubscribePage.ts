import type { FastifyRequest } from 'fastify'
import { deviceFonts, themeStyle } from './brands/theme.ts'
import type { BrandTexts } from './brandTexts.ts'
import type { ServiceApp } from './contract.ts'
import { escapeText } from './markup.ts'

/** The page behind a link to unsubscribe: its texts, and the one thing that the reader can do. */
export interface UnsubscribePage {
  readonly title: string
  readonly text: string
  /** A form without fields of its own. */
  readonly form?: { readonly action: string; readonly label: string; readonly fields: Readonly<Record<string, string>> }
  readonly link?: { readonly url: string; readonly label: string }
}

const largestForm = 16 * 1024

/** The fields of the form on our page. The field `from` shows that the page sent the form, and not a mail program. */
export const pageFields = { 'List-Unsubscribe': 'One-Click', from: 'page' }

const style = `:root{color-scheme:light dark;font:1rem/1.55 ${deviceFonts['sans-serif']};background:var(--brand-canvas);color:var(--brand-text)}
*{box-sizing:border-box}body{margin:0}a{color:inherit;text-underline-offset:3px}:focus-visible{outline:2px solid currentColor;outline-offset:2px}
header{padding:1.25rem 1.5rem}header a{display:inline-flex;gap:.625rem;align-items:center;min-height:44px;font:1.25rem var(--display);text-decoration:none}
main{max-width:34rem;margin:0 auto;padding:3rem 1.5rem}h1{margin:0;font:2rem/1.15 var(--display);text-wrap:balance;overflow-wrap:anywhere}
p{margin:.75rem 0 0;color:var(--brand-muted);text-wrap:pretty}form,.more{margin-top:1.75rem}
button,.more a{display:inline-flex;align-items:center;min-height:48px;padding:.5rem 1.5rem;border:0;border-radius:var(--brand-radius-full);font:inherit;font-weight:600;text-decoration:none;cursor:pointer;background:var(--brand-accent);color:var(--brand-on-accent)}
button:focus-visible,.more a:focus-visible{outline-color:var(--brand-text)}`

/**
 * Renders the page. It has no scripts and needs no cookies.
 * @param nonce by which the content security policy allows the style sheet
 */
export function renderUnsubscribePage(
  { brand, locale, text }: BrandTexts,
  page: UnsubscribePage,
  nonce: string,
): string {
  const look = `${themeStyle(brand.theme)}:root{--display:${deviceFonts[brand.fonts?.display.fallback ?? 'serif']}}`
  const logo = `<img src="${escapeText(brand.logoUrl)}" alt="" width="32" height="32">`
  return `<!doctype html><html lang="${escapeText(locale)}" dir="${escapeText(text('language.direction'))}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeText(`${page.title} – ${brand.name}`)}</title><link rel="icon" href="data:,"><style nonce="${nonce}">${style}${look}</style></head>
<body><header><a href="${escapeText(brand.origin)}/">${logo}${escapeText(brand.name)}</a></header>
<main><h1>${escapeText(page.title)}</h1><p>${escapeText(page.text)}</p>${page.form ? renderForm(page.form) : ''}${page.link ? renderLink(page.link) : ''}</main></body></html>`
}

function renderForm({ action, label, fields }: NonNullable<UnsubscribePage['form']>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeText(name)}" value="${escapeText(value)}">`,
  )
  return `<form method="post" action="${escapeText(action)}">${inputs.join('')}<button type="submit">${escapeText(label)}</button></form>`
}

function renderLink({ url, label }: NonNullable<UnsubscribePage['link']>): string {
  return `<div class="more"><a href="${escapeText(url)}">${escapeText(label)}</a></div>`
}

/** The headers of the page. */
export function unsubscribeHeaders(nonce: string): Record<string, string> {
  const policy = [
    `default-src 'none'`,
    `style-src 'nonce-${nonce}'`,
    `img-src 'self' data:`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ]
  return {
    'cache-control': 'no-store',
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  }
}

/** Parses forms in both encodings, because mail programs use both. */
export function acceptForms(app: ServiceApp): void {
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'buffer', bodyLimit: largestForm },
    async (request: FastifyRequest, body: Buffer) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' }
      // A form that cannot be read has no fields.
      return new Response(Uint8Array.from(body), { headers }).formData().catch(() => new FormData())
    },
  )
}
