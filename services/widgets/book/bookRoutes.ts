import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createBrandTexts, type ReadBrandTexts } from '../../platform/brandTexts.ts'
import { sendPage } from '../../platform/compressed.ts'
import { content, nothing, type ServiceApp } from '../../platform/contract.ts'
import { notFound } from '../../platform/problems.ts'
import { type Book, findBook, findPages, isExpiredOwnerToken } from '../books.ts'
import type { WidgetsContext } from '../context.ts'
import { renderBookPage } from './bookPage.ts'
import { pageHeaders } from './headers.ts'
import { renderEndedPage, renderExpiredPage } from './messagePages.ts'
import { registerOembed } from './oembedRoute.ts'
import { registerPictures } from './pictureRoute.ts'
import { preloadOfCover } from './pageMarkup.ts'
import { isForEveryone, textsOf } from './readers.ts'
import { toShownBook } from './shownBook.ts'
import { createViews } from './views.ts'

const config = { access: 'public' } as const
const params = z.object({ token: z.string() })
const response = {
  200: content('text/html', 'The page of the book'),
  404: content('text/html', 'A page that says that the link shows nothing, but not why.'),
}
const showPage = { summary: 'Shows a book to a reader who has a link', params, response }
const showEmbedded = {
  summary: 'Shows a book inside a page of another site',
  description: 'Only for public links and links of gallery entries.',
  params,
  response,
}
const countView = {
  summary: 'Reports that a reader has seen a book',
  description: 'Counts once per link, visitor and day. The answer is the same for a link that shows nothing.',
  params,
  response: { 204: nothing },
}
const readBook = {
  summary: 'Reads what a reader with a link sees of a book',
  params,
  response: {
    200: z.object({
      title: z.string(),
      pages: z.array(
        z.object({
          number: z.number().int().describe('The number of the page. 1 is the cover.'),
          takenOn: z.string().nullable().describe('The day on which the photo was taken, such as `2025-07-04`.'),
          hasPicture: z.boolean().describe('False: the picture was lost before it could be copied.'),
        }),
      ),
    }),
  },
  problems: { 404: ['NOT_FOUND'] },
}

/** Where the edge shows the pages (`edge/routing.ts`). */
const publicPath = '/books'

/**
 * Registers what readers of a book use: they have a link and no account. Each request checks the link again, so a link
 * stops working as soon as it has ended.
 */
export function registerBookRoutes(app: ServiceApp, context: WidgetsContext): void {
  const { database, platform } = context
  const textsFor = createBrandTexts(platform)
  const views = createViews(database)
  registerOembed(app, context, textsFor)
  registerPictures(app, context)

  app.get('/books/:token', { config, schema: showPage }, async (request, reply) => {
    const { token } = request.params
    const book = await findBook(context, token)
    if (book) return sendBook({ request, reply, context, textsFor }, { token, book, isEmbedded: false })
    const isExpired = isExpiredOwnerToken(context.tokens, token)
    return sendMessage({ request, reply, context, textsFor }, { isEmbedded: false, isExpired })
  })
  app.get('/books/:token/embed', { config, schema: showEmbedded }, async (request, reply) => {
    const { token } = request.params
    const book = await findBook(context, token)
    if (book && isForEveryone(book)) {
      return sendBook({ request, reply, context, textsFor }, { token, book, isEmbedded: true })
    }
    return sendMessage({ request, reply, context, textsFor }, { isEmbedded: true, isExpired: false })
  })
  app.post('/books/:token/views', { config, schema: countView }, async (request, reply) => {
    const book = await findBook(context, request.params.token)
    if (book?.linkId) await views.count(book.linkId, { address: request.ip, browser: request.headers['user-agent'] })
    return reply.status(204).send()
  })
  app.get('/v1/books/:token', { config, schema: readBook }, async (request) => {
    const book = await findBook(context, request.params.token)
    if (!book) throw notFound('This book is not shown.')
    const pages = await findPages(database, book.code)
    return {
      title: book.title,
      pages: pages.map(({ number, takenOn, hasPicture }) => ({ number, takenOn, hasPicture })),
    }
  })
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly context: WidgetsContext
  readonly textsFor: ReadBrandTexts
}

async function sendBook(
  { request, reply, context, textsFor }: Exchange,
  { token, book, isEmbedded }: { readonly token: string; readonly book: Book; readonly isEmbedded: boolean },
): Promise<FastifyReply> {
  const [texts, pages] = await Promise.all([
    textsOf(request, { platform: context.platform, textsFor }),
    findPages(context.database, book.code),
  ])
  const path = `${publicPath}/${token}`
  const pageUrl = `${texts.brand.origin}${path}`
  const nonce = randomUUID()
  const shown = toShownBook(book.title, pages)
  const html = renderBookPage(texts, shown, {
    path,
    nonce,
    isEmbedded,
    isOwner: book.kind === 'owner',
    oembedUrl: isForEveryone(book) ? `${publicPath}/oembed?url=${encodeURIComponent(pageUrl)}&format=json` : null,
  })
  const { directOrigin: pictureOrigin } = context.platform.blobs
  reply.headers({ ...pageHeaders(nonce, { isEmbedded, pictureOrigin }), ...preloadOfCover(path, shown) })
  return sendPage(request, reply, html)
}

async function sendMessage(
  { request, reply, context, textsFor }: Exchange,
  { isEmbedded, isExpired }: { readonly isEmbedded: boolean; readonly isExpired: boolean },
): Promise<FastifyReply> {
  const texts = await textsOf(request, { platform: context.platform, textsFor })
  const nonce = randomUUID()
  const html = isExpired ? renderExpiredPage(texts, nonce) : renderEndedPage(texts, nonce, isEmbedded)
  return sendPage(request, reply.status(404).headers(pageHeaders(nonce, { isEmbedded })), html)
}
