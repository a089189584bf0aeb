import type { Browser } from '@playwright/test'
import { firstPicture, type Shown } from './books/firstPicture.ts'
import { fast4G, type Line, slow4G, type Speed, startLine } from './books/line.ts'
import { shareBook } from './books/sharedBook.ts'
import { median, spread } from './gateway/statistics.ts'
import type { BenchOptions, Result } from './result.ts'
import { figure, loadFigure, print } from './web/figure.ts'
import { type MeasuredProduct, withMeasuredProduct } from './web/product.ts'

/** The size of a run. */
interface Scale {
  /** Photos of the demo library that the book uses. */
  readonly pictures: number
  readonly pages: number
  /** Rounds that are not measured. */
  readonly warmUps: number
  readonly rounds: number
}

const full: Scale = { pictures: 12, pages: 24, warmUps: 1, rounds: 9 }
const small: Scale = { pictures: 2, pages: 4, warmUps: 0, rounds: 1 }
const longestRatio = 1.2

/** How readers open a book. */
interface Reader {
  readonly name: string
  readonly shown: Shown
  readonly speed: Speed
  /** The book is a frame in a page of another site. */
  readonly isEmbedded: boolean
}

const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const readers: readonly Reader[] = [
  { name: 'wide window, Fast 4G', shown: { window: wide, slowdown: 1 }, speed: fast4G, isEmbedded: false },
  { name: 'phone, Slow 4G', shown: { window: phone, slowdown: 4 }, speed: slow4G, isEmbedded: false },
  { name: 'embedded, Fast 4G', shown: { window: wide, slowdown: 1 }, speed: fast4G, isEmbedded: true },
]

/** Measures how fast the first picture of a shared book is shown, compared with a bare page of the same picture. */
export async function run(options: BenchOptions): Promise<Result[]> {
  const { pictures } = options.small ? small : full
  return withMeasuredProduct(pictures, (product, browser) => measureBooks(product, browser, options))
}

/** @param product has at least as many pictures as the scale says */
export async function measureBooks(
  product: MeasuredProduct,
  browser: Browser,
  options: BenchOptions,
): Promise<Result[]> {
  const scale = options.small ? small : full
  const { pathname } = new URL(await shareBook(product, scale.pictures, scale.pages))
  const line = await startLine(product.url)
  try {
    const results: Result[] = []
    for (const reader of readers) {
      print(`Opening a book and a bare page of its first picture in turns: ${reader.name} …`)
      results.push(...(await compare(browser, line, { reader, pathname, scale })))
    }
    return [...results, loadFigure()]
  } finally {
    line.close()
  }
}

async function compare(
  browser: Browser,
  line: Line,
  { reader, pathname, scale }: { readonly reader: Reader; readonly pathname: string; readonly scale: Scale },
): Promise<Result[]> {
  const { name, shown, speed, isEmbedded } = reader
  line.setSpeed(speed)
  const book = addressOf(line, isEmbedded ? `${pathname}/embed` : pathname, reader)
  // The bare page has the picture that the browser chooses for this window.
  const { source } = await firstPicture(browser, book, shown)
  const path = '/bare'
  line.addPage(path, barePage(source))
  const bare = addressOf(line, path, reader)
  const taken = { book: [] as number[], bare: [] as number[] }
  for (let round = -scale.warmUps; round < scale.rounds; round += 1) {
    const pair = [['book', book] as const, ['bare', bare] as const]
    // The order alternates, because the first page leaves work behind that slows the second.
    for (const [kind, address] of round % 2 === 0 ? pair : pair.toReversed()) {
      const { milliseconds } = await firstPicture(browser, address, shown)
      if (round >= 0) taken[kind].push(milliseconds)
    }
  }
  return [
    figure(`first picture of a book, ${name}`, median(taken.book), 'ms', undefined, spread(taken.book)),
    figure(`picture of a bare page, ${name}`, median(taken.bare), 'ms', undefined, spread(taken.bare)),
    figure(`book ÷ bare page, ${name}`, median(taken.book) / median(taken.bare), '×', longestRatio),
  ]
}

/** The address of a page. For an embedded book: of a page of another site that embeds it, such as its owner's blog. */
function addressOf(line: Line, path: string, { name, isEmbedded }: Reader): string {
  if (!isEmbedded) return `${line.url}${path}`
  const host = `/blog/${encodeURIComponent(name)}${path}`
  const frame = `<iframe src="${line.url}${path}" width="800" height="520" sandbox="allow-scripts"></iframe>`
  line.addPage(host, `<!doctype html><meta charset="utf-8"><title>Blog</title><h1>Blog</h1>${frame}`)
  const { port } = new URL(line.url)
  return `http://127.0.0.1:${port}${host}`
}

function barePage(source: string): string {
  const { pathname } = new URL(source)
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Picture</title><img class="bare" src="${pathname}" alt="" width="300">`
}
