import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { languageNames } from '../../../schema/rules/languageNames.ts'
import { type Brand, writtenLinksIn } from '../../platform/brands/brand.ts'
import { themeStyle } from '../../platform/brands/theme.ts'
import { type Content, html, ownMarkup } from '../../platform/html.ts'
import type { SiteContext, SitePage } from './sitePage.ts'

/** The style without comments and indentation. It is part of each page, so a page needs no other request. */
const style = readFileSync(new URL('site.css', import.meta.url), 'utf8')
  .replaceAll(/\/\*.*?\*\//gs, '')
  .replaceAll(/\s*\n\s*/g, '')

/** Renders the whole document. It needs no script. */
export function renderSitePage(context: SiteContext, { title, content }: SitePage): string {
  const { brand, messages, isStripped } = context
  return html`<!doctype html>
    <html lang="${messages.locale}" dir="${messages.text('language.direction')}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – ${brand.name}</title>
        ${brand.fontFaces.map(({ url }) => html`<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin />`)}
        <link rel="icon" href="${brand.logoUrl}" />
        ${ownMarkup(`<style>${styleOf(brand)}</style>`)}
      </head>
      <body>
        ${!isStripped && renderHeader(context, title)}
        <main>${content}</main>
        ${!isStripped && renderFooter(context, title)}
      </body>
    </html>`.toString()
}

function renderHeader({ brand, messages }: SiteContext, title: string): Content {
  const links = writtenLinksIn(brand, messages.locale)
  return html`<header>
    <a class="home" href="/"><img src="${brand.logoUrl}" alt="" width="32" height="32" />${brand.name}</a>
    <nav aria-label="${messages.text('help.menu')}">
      ${renderLinks(title, [
        { href: links.faq, label: messages.text('help.title') },
        { href: links.customerCare, label: messages.text('help.contact.title') },
        { href: links.storeFront, label: messages.text('demoShop.title') },
      ])}
    </nav>
  </header>`
}

function renderFooter({ brand, messages }: SiteContext, title: string): Content {
  const links = writtenLinksIn(brand, messages.locale)
  return html`<footer>
    <nav aria-label="${messages.text('footer.label')}">
      ${renderLinks(title, [
        { href: links.terms, label: messages.text('footer.terms') },
        { href: links.privacy, label: messages.text('consent.privacy') },
      ])}
    </nav>
    ${brand.locales.length > 1 && languageForm(brand.locales, messages)}
  </footer>`
}

function renderLinks(title: string, links: readonly { readonly href: string; readonly label: string }[]): Content {
  return html`<ul>
    ${links.map(
      ({ href, label }) =>
        html`<li><a href="${href}" ${label === title && html`aria-current="page"`}>${label}</a></li>`,
    )}
  </ul>`
}

/**
 * The form that changes the language. It has a button, because without a script nothing happens when an entry is
 * chosen.
 */
function languageForm(locales: readonly string[], messages: SiteContext['messages']): Content {
  return html`<form method="post" action="/identity/language">
    <select name="locale" aria-label="${messages.text('language.title')}">
      ${languageNames(locales).map(
        ({ locale, name }) =>
          html`<option value="${locale}" lang="${locale}" ${locale === messages.locale && html`selected`}>
            ${name}
          </option>`,
      )}
    </select>
    <button>${messages.text('language.change')}</button>
  </form>`
}

function styleOf({ theme, fontFaces }: Brand): string {
  const faces = fontFaces.map(
    ({ family, url, weight }) =>
      `@font-face{font-family:'${family}';font-weight:${weight};font-display:optional;src:url('${url}') format('woff2')}`,
  )
  return [...faces, themeStyle(theme), style].join('')
}

/**
 * The headers of the pages of a brand. The policy allows the style by its hash instead of a nonce, so equal pages have
 * equal ETags.
 */
export function sitePageHeaders(brand: Brand): Record<string, string> {
  const policy = [
    `default-src 'none'`,
    `style-src 'sha256-${createHash('sha256').update(styleOf(brand)).digest('base64')}'`,
    `font-src 'self'`,
    `img-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ]
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    // The answer to the language form redirects to the page that its `Referer` names.
    'referrer-policy': 'same-origin',
    vary: 'Accept-Language, Host, X-Forwarded-Host, Referer',
    'x-frame-options': 'DENY',
  }
}
