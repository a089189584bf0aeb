import { linksIn } from '../../platform/brands/brand.ts'
import { deviceFonts, themeStyle } from '../../platform/brands/theme.ts'
import type { BrandTexts } from '../../platform/brandTexts.ts'
import { type Content, html, type Html, ownMarkup } from '../../platform/html.ts'

/** What differs between the pages of books. */
export interface DocumentParts {
  readonly title: string
  /** The nonce by which the content security policy allows the style sheet. */
  readonly nonce: string
  readonly style: string
  /** More elements of the head. */
  readonly head: Content
  /** A line above the book, for its owner. */
  readonly notice: string | null
  /** Embedded pages have no header and no footer. */
  readonly isEmbedded: boolean
  readonly content: Html
}

/**
 * Without this element, browsers could show the book before the footer has arrived. The footer would then move the book.
 */
const waitForFooter = html`<link rel="expect" href="#end" blocking="render" />`

/** A whole document with the name and the colours of the brand. */
export function renderDocument({ brand, locale, text }: BrandTexts, parts: DocumentParts): string {
  const { title, nonce, style, head, notice, isEmbedded, content } = parts
  const { origin, logoUrl } = brand
  const { light } = brand.theme
  // The cover has the same colours in the light and the dark colour scheme, like that of a printed book.
  const colours = `${themeStyle(brand.theme)}:root{--cover:${light['--brand-accent']};--on-cover:${light['--brand-on-accent']};--display:${deviceFonts[brand.fonts?.display.fallback ?? 'serif']}}`
  return html`<!doctype html>
    <html lang="${locale}" dir="${text('language.direction')}" class="${isEmbedded ? 'embedded' : 'whole'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} – ${brand.name}</title>
        <link rel="icon" href="data:," />
        ${!isEmbedded && waitForFooter} ${head}
        <style nonce="${nonce}">
          ${ownMarkup(style + colours)}
        </style>
      </head>
      <body>
        ${
          !isEmbedded &&
          html`<header>
            <a class="home" href="${origin}/"><img src="${logoUrl}" alt="" width="32" height="32" />${brand.name}</a>
          </header>`
        }
        <main>${notice !== null && html`<p class="notice">${notice}</p>`}${content}</main>
        ${
          !isEmbedded &&
          html`<footer id="end">
            <a href="${linksIn(brand, locale).storeFront}">${text('book.madeWith', { brand: brand.name })}</a>
          </footer>`
        }
      </body>
    </html>`
    .toString()
    .replaceAll(/\n\s+/g, '\n')
}
