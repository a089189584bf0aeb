import { z } from 'zod'
import type { ReadBrandTexts } from '../../platform/brandTexts.ts'
import type { ServiceApp } from '../../platform/contract.ts'
import { escapeText } from '../../platform/markup.ts'
import { notFound, Problem } from '../../platform/problems.ts'
import { findBook, findPages } from '../books.ts'
import { bookUrl } from '../bookUrls.ts'
import type { WidgetsContext } from '../context.ts'
import { isForEveryone, textsOf } from './readers.ts'
import { type ShownBook, toShownBook } from './shownBook.ts'

/** The size of a frame in pixels, if the consumer names no limits. Two pages side by side fit into it. */
const usualSize = { width: 800, height: 520 }
const cacheSeconds = 300
const thumbnailWidth = 300

const pixels = z.coerce.number().int().min(1).max(10_000).optional()
const count = z.number().int()
const readOembed = {
  summary: 'Describes how to embed a book (oEmbed 1.0)',
  description: 'Only for public links and links of gallery entries. Answers only JSON.',
  querystring: z.object({
    url: z.string().describe('The address of the book.'),
    format: z.string().optional().describe('`json`; 501 for all others.'),
    maxwidth: pixels,
    maxheight: pixels,
  }),
  response: {
    200: z.object({
      version: z.literal('1.0'),
      type: z.literal('rich'),
      title: z.string(),
      provider_name: z.string(),
      provider_url: z.string(),
      cache_age: count,
      html: z.string(),
      width: count,
      height: count,
      thumbnail_url: z.string().optional(),
      thumbnail_width: count.optional(),
      thumbnail_height: count.optional(),
    }),
  },
  problems: { 404: ['NOT_FOUND'], 501: ['NOT_IMPLEMENTED'] },
}

/** Registers oEmbed: with it, sites turn the address of a book into a frame. */
export function registerOembed(app: ServiceApp, context: WidgetsContext, textsFor: ReadBrandTexts): void {
  app.get('/books/oembed', { config: { access: 'public' }, schema: readOembed }, async (request, reply) => {
    const { url, format = 'json', maxwidth, maxheight } = request.query
    reply.header('access-control-allow-origin', '*')
    if (format !== 'json') throw new Problem(501, 'NOT_IMPLEMENTED', 'The only format is json.')
    const { brand } = await textsOf(request, { platform: context.platform, textsFor })
    const { origin } = brand
    const token = tokenIn(url, [new URL(origin).host, request.host])
    const book = token === null ? null : await findBook(context, token)
    if (token === null || !book || !isForEveryone(book)) throw notFound('There is no such book.')
    const shown = toShownBook(book.title, await findPages(context.database, book.code))
    const address = bookUrl(origin, token)
    const size = sizeWithin({ width: maxwidth, height: maxheight })
    return reply.header('cache-control', `public, max-age=${cacheSeconds}`).send({
      version: '1.0' as const,
      type: 'rich' as const,
      title: book.title,
      provider_name: brand.name,
      provider_url: `${origin}/`,
      cache_age: cacheSeconds,
      html: frameOf(`${address}/embed`, book.title, size),
      ...size,
      ...thumbnailOf(shown, address),
    })
  })
}

/** The token in the address of a book at one of our hosts. Null for all other addresses. */
function tokenIn(address: string, hosts: readonly string[]): string | null {
  const url = URL.parse(address)
  if (!url || !['http:', 'https:'].includes(url.protocol) || !hosts.includes(url.host)) return null
  return /^\/books\/([^/]+)(?:\/embed)?\/?$/.exec(url.pathname)?.[1] ?? null
}

/** The usual size, or the largest with the same ratio within the limits. */
function sizeWithin({ width, height }: { readonly width: number | undefined; readonly height: number | undefined }): {
  width: number
  height: number
} {
  const factor = Math.min(1, (width ?? Infinity) / usualSize.width, (height ?? Infinity) / usualSize.height)
  return {
    width: Math.max(1, Math.floor(usualSize.width * factor)),
    height: Math.max(1, Math.floor(usualSize.height * factor)),
  }
}

/**
 * The frame as one line of HTML for another page. A host page with a strict content security policy needs only
 * `frame-src` for our origin.
 */
function frameOf(url: string, title: string, { width, height }: { readonly width: number; readonly height: number }) {
  const address = `src="${escapeText(url)}" title="${escapeText(title)}" width="${width}" height="${height}"`
  return `<iframe ${address} sandbox="allow-scripts" allow="fullscreen" loading="lazy" frameborder="0"></iframe>`
}

function thumbnailOf({ pages: [cover] }: ShownBook, address: string) {
  if (!cover?.picture) return {}
  const { width, height } = cover.picture
  const shown = Math.min(thumbnailWidth, width)
  return {
    thumbnail_url: `${address}/pages/1/${thumbnailWidth}.jpg`,
    thumbnail_width: shown,
    thumbnail_height: Math.round((height * shown) / width),
  }
}
