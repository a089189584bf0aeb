import type { BrandTexts } from '../../platform/brandTexts.ts'
import { type Content, html, ownMarkup } from '../../platform/html.ts'
import { bookScript, firstScript } from './leafing.ts'
import { bookStyle, ratioStyle } from './bookStyle.ts'
import { renderDocument } from './document.ts'
import { createPageTexts, type PageTexts, renderPage } from './pageMarkup.ts'
import type { ShownBook, ShownPage } from './shownBook.ts'

/** How a book is shown. */
export interface BookPageOptions {
  /** The path of the page without a trailing slash. Pictures and views are below it. */
  readonly path: string
  readonly nonce: string
  /** Embedded pages have no header and no footer. */
  readonly isEmbedded: boolean
  /** The owner sees a notice, and the page reports no views. */
  readonly isOwner: boolean
  /** Where programs find the oEmbed document. Null: the book cannot be embedded. */
  readonly oembedUrl: string | null
}

/** Renders the page of a book. It uses no cookies and no storage, and works without scripts. */
export function renderBookPage(brandTexts: BrandTexts, book: ShownBook, options: BookPageOptions): string {
  const { text } = brandTexts
  const { path, nonce, isEmbedded, isOwner, oembedUrl } = options
  const texts = createPageTexts(brandTexts, book)
  const region = html`<div class="reader">
    <div class="stage">
      <div
        class="book"
        dir="ltr"
        role="region"
        aria-label="${text('book.region', { title: book.title })}"
        tabindex="0"
        data-views="${isOwner ? '' : `${path}/views`}"
      >
        ${spreadsOf(book.pages).map((pages) => renderSpread(pages, { texts, path, book }))}
      </div>
    </div>
    ${controls(brandTexts, texts.pagesLabel(book.pages.slice(0, 1)))} ${numbers(text('book.numbers'), book.pages)}
  </div>`
  return renderDocument(brandTexts, {
    title: book.title,
    nonce,
    style: bookStyle + ratioStyle(book.pages),
    head: html`${
        oembedUrl !== null &&
        html`<link rel="alternate" type="application/json+oembed" href="${oembedUrl}" title="${book.title}" />`
      }
      <script nonce="${nonce}">
        ${ownMarkup(firstScript)}
      </script>`,
    notice: isOwner ? text('book.onlyYou') : null,
    isEmbedded,
    content: html`${region}
      <script nonce="${nonce}">
        ${ownMarkup(bookScript)}
      </script>`,
  })
}

/**
 * Groups the pages into spreads. The first spread is the cover alone; each other spread has two pages, side by side.
 */
export function spreadsOf(pages: readonly ShownPage[]): ShownPage[][] {
  const spreads = [pages.slice(0, 1)]
  for (let index = 1; index < pages.length; index += 2) spreads.push(pages.slice(index, index + 2))
  return spreads
}

interface SpreadContext {
  readonly texts: PageTexts
  readonly path: string
  readonly book: ShownBook
}

function renderSpread(pages: readonly ShownPage[], { texts, path, book }: SpreadContext): Content {
  const isCover = pages[0]?.number === 1
  // The book ends with an empty page if the last spread has only one.
  const isHalf = !isCover && pages.length === 1
  return html`<div class="spread${isCover && ' front'}" data-label="${texts.pagesLabel(pages)}">
    ${pages.map((page) =>
      renderPage(page, { texts, path, title: isCover ? book.title : null }),
    )}${isHalf && html`<div class="page end" aria-hidden="true"><div class="sheet"></div></div>`}
  </div>`
}

/** The buttons, which are hidden until the script shows them. */
function controls({ text }: BrandTexts, firstLabel: string): Content {
  return html`<div class="controls" hidden>
    <button class="round" type="button" data-leaf="-1" aria-label="${text('book.previous')}">
      ${arrow('M15 5l-7 7 7 7')}
    </button>
    <p class="where" aria-live="polite">${firstLabel}</p>
    <button class="round" type="button" data-leaf="1" aria-label="${text('book.next')}">
      ${arrow('M9 5l7 7-7 7')}
    </button>
    <button class="round full" type="button" hidden aria-pressed="false" aria-label="${text('book.fullScreen')}">
      ${arrow('M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5')}
    </button>
  </div>`
}

function arrow(path: string): Content {
  return html`<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <path
      d="${path}"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>`
}

function numbers(label: string, pages: readonly ShownPage[]): Content {
  return html`<nav class="numbers" aria-label="${label}">
    <ol>
      ${pages.map(({ number }) => html`<li><a href="#page-${number}">${number}</a></li>`)}
    </ol>
  </nav>`
}
