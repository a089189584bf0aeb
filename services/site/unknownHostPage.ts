import { createHash } from 'node:crypto'
import { IntlMessageFormat } from 'intl-messageformat'
import { html, ownMarkup } from '../platform/html.ts'
import type { MessageCatalogue } from '../platform/messageCatalogues.ts'

/**
 * The style of the page. No brand is known, so it is the neutral look of the client's design system
 * (`web/ui/tokens.css`).
 */
const style = `:root{color-scheme:light dark;font:1rem/1.55 system-ui,'Segoe UI',Roboto,sans-serif;background:light-dark(#fbfaf7,#141312);color:light-dark(#1e1c18,#f2efe8)}
body{margin:0}main{box-sizing:border-box;max-width:34rem;margin:0 auto;padding:max(3rem,16vh) 1.5rem 3rem;overflow-wrap:anywhere}
h1{margin:0;font:2rem/1.15 Georgia,serif;text-wrap:balance}p{margin:.75rem 0 0;color:light-dark(#625d53,#aca598);text-wrap:pretty}
a{display:inline-flex;align-items:center;min-height:44px;margin-top:1rem;color:inherit;font-weight:600;text-underline-offset:3px}:focus-visible{outline:2px solid currentColor;outline-offset:2px}`

// The element contains only the style, without line breaks around it: the hash in the policy covers every space.
const styleElement = ownMarkup(`<style>${style}</style>`)

const policy = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

/** The headers of the page. */
export const unknownHostHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  vary: 'Accept-Language, Host, X-Forwarded-Host',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** What the page shows. */
export interface UnknownHost {
  /** As the browser sent it. */
  readonly host: string
  readonly publicUrl: string
  readonly locale: string
  readonly catalogue: MessageCatalogue
}

/** The page for a host that belongs to no brand. It says so, and has a link to the public URL. */
export function renderUnknownHostPage({ host, publicUrl, locale, catalogue }: UnknownHost): string {
  const text = (id: string, values: Readonly<Record<string, string>> = {}) =>
    String(new IntlMessageFormat(catalogue[id] ?? '', locale).format({ ...values }))
  const title = text('unknownHost.title')
  return html`<!doctype html>
    <html lang="${locale}" dir="${text('language.direction')}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${styleElement}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>${text('unknownHost.text', { host })}</p>
          <a href="${publicUrl}/">${text('unknownHost.open', { host: new URL(publicUrl).host })}</a>
        </main>
      </body>
    </html>`.toString()
}
