import type { BrandTexts } from '../../platform/brandTexts.ts'
import { type Content, html } from '../../platform/html.ts'
import { pictureWidths } from '../pictures.ts'
import type { ShownBook, ShownPage } from './shownBook.ts'

/** The texts of the pages of one book. */
export interface PageTexts {
  /** Such as `Page 4 of 24`. */
  pageLabel(page: ShownPage): string
  /** Such as `Pages 4 and 5 of 24`. */
  pagesLabel(pages: readonly ShownPage[]): string
  /** Describes a picture. We know only the day on which it was taken. */
  description(page: ShownPage): string
  readonly missing: string
}

/**
 * Prepares the texts of the pages. Parsing a message takes longer than all other work for a page, so each message is
 * formatted once, with marks that are then replaced.
 */
export function createPageTexts({ locale, text }: BrandTexts, { pages }: ShownBook): PageTexts {
  const count = String(pages.length)
  const one = text('book.page', { number: '\u0001', count })
  const two = text('book.pages', { first: '\u0001', second: '\u0002', count })
  const dated = text('book.picture', { date: '\u0001' })
  const undated = text('book.pictureUndated')
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const pageLabel = ({ number }: ShownPage) => one.replace('\u0001', String(number))
  return {
    pageLabel,
    pagesLabel([first, second]) {
      if (!first) return ''
      if (!second) return pageLabel(first)
      return two.replace('\u0001', String(first.number)).replace('\u0002', String(second.number))
    },
    description: ({ takenOn }) =>
      takenOn === null ? undated : dated.replace('\u0001', days.format(new Date(`${takenOn}T00:00:00Z`))),
    missing: text('book.missing'),
  }
}

interface PageContext {
  readonly texts: PageTexts
  /** The path of the book. */
  readonly path: string
  /** The title on the cover. Null for all other pages. */
  readonly title: string | null
}

/** One page: a figure with its place in the book as its name. The cover has the title, other pages their number. */
export function renderPage(page: ShownPage, { texts, path, title }: PageContext): Content {
  const { number } = page
  const isCover = title !== null
  return html`<figure
    class="page${isCover && ` cover ${lengthOf(title)}`}"
    id="page-${number}"
    aria-label="${texts.pageLabel(page)}"
  >
    <div class="sheet">
      <div class="photo">${renderPicture(page, { texts, path, isFirst: isCover })}</div>
      ${isCover ? html`<h1>${title}</h1>` : html`<span class="folio" aria-hidden="true">${number}</span>`}
    </div>
  </figure>`
}

function renderPicture(
  page: ShownPage,
  { texts, path, isFirst }: { readonly texts: PageTexts; readonly path: string; readonly isFirst: boolean },
): Content {
  if (!page.picture) return html`<p class="missing">${texts.missing}</p>`
  const { width, height } = page.picture
  const { source, sources, sizes } = choiceOf(path, page.number, page.picture)
  return html`<img
    class="r${ratioOf(page)}"
    src="${source}"
    srcset="${sources}"
    sizes="${sizes}"
    width="${width}"
    height="${height}"
    alt="${texts.description(page)}"
    decoding="async"
    ${isFirst ? html`fetchpriority="high"` : html`loading="lazy"`}
  />`
}

/** The header that makes browsers request the picture of the cover before they read the page. */
export function preloadOfCover(path: string, { pages: [cover] }: ShownBook): Record<string, string> {
  if (!cover?.picture) return {}
  const { source, sources, sizes } = choiceOf(path, cover.number, cover.picture)
  return {
    link: `<${source}>; rel=preload; as=image; imagesrcset="${sources}"; imagesizes="${sizes}"; fetchpriority=high`,
  }
}

/** The files that browsers choose from for a picture. */
function choiceOf(
  path: string,
  number: number,
  { width, height }: { readonly width: number; readonly height: number },
) {
  const source = (wanted: number) => `${path}/pages/${number}/${wanted}.jpg`
  const sources = pictureWidths
    .map((wanted) => ({ wanted, real: Math.min(wanted, width) }))
    .filter(({ real }, index, all) => real !== all[index - 1]?.real)
    .map(({ wanted, real }) => `${source(wanted)} ${real}w`)
  return { source: source(800), sources: sources.join(', '), sizes: sizesOf(width / height) }
}

/** The ratio of width to height in thousandths, for the class of a picture. */
export function ratioOf({ picture }: ShownPage): number {
  return picture ? Math.round((picture.width / picture.height) * 1000) : 0
}

/**
 * About how wide a picture is shown: a page is as wide as the window or half of it, and not higher than the window
 * without the bars. The numbers are smaller than that, to leave room for the margins of `pages.css`.
 */
function sizesOf(ratio: number): string {
  const factor = Math.min(1, ratio).toFixed(2)
  return `(min-width: 40rem) and (min-aspect-ratio: 1) calc(min(41vw, 63vh) * ${factor}), calc(min(78vw, 63vh) * ${factor})`
}

/** Long titles are set in smaller type. */
function lengthOf(title: string): 'short' | 'medium' | 'long' {
  if (title.length <= 24) return 'short'
  return title.length <= 60 ? 'medium' : 'long'
}
