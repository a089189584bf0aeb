import type { BrandTexts } from '../../platform/brandTexts.ts'
import { html } from '../../platform/html.ts'
import { bookStyle } from './bookStyle.ts'
import { renderDocument } from './document.ts'

/**
 * The page of every link that shows no book. It is the same for all these links, so that no reader learns why a link
 * shows none. In the frame of an embedded book, the page has no header and no footer, so it has no links.
 */
export function renderEndedPage(texts: BrandTexts, nonce: string, isEmbedded: boolean): string {
  const { text } = texts
  return renderMessage(texts, { nonce, isEmbedded, title: text('book.endedTitle'), lead: text('book.ended') })
}

/** The page of an owner's link that has expired. */
export function renderExpiredPage(texts: BrandTexts, nonce: string): string {
  const { brand, text } = texts
  return renderMessage(texts, {
    nonce,
    isEmbedded: false,
    title: text('book.expiredTitle'),
    lead: text('book.expired'),
    link: { url: `${brand.origin}/online-products`, label: text('book.openProducts') },
  })
}

interface Message {
  readonly nonce: string
  readonly isEmbedded: boolean
  readonly title: string
  readonly lead: string
  readonly link?: { readonly url: string; readonly label: string }
}

function renderMessage(texts: BrandTexts, { nonce, isEmbedded, title, lead, link }: Message): string {
  return renderDocument(texts, {
    title,
    nonce,
    style: bookStyle,
    head: null,
    notice: null,
    isEmbedded,
    content: html`<div class="message">
      <h1>${title}</h1>
      <p>${lead}</p>
      ${link !== undefined && html`<p><a class="primary" href="${link.url}">${link.label}</a></p>`}
    </div>`,
  })
}
