import { Readable } from 'node:stream'
import { z } from 'zod'
import { content, nothing, orProblem, type ServiceApp } from '../../platform/contract.ts'
import { etagOf, isUnchanged } from '../../platform/etags.ts'
import { notFound } from '../../platform/problems.ts'
import { findBook } from '../books.ts'
import type { FastifyRequest } from 'fastify'
import type { DirectUrlOptions } from '../../platform/blobs/blobs.ts'
import type { WidgetsContext } from '../context.ts'
import { pictureKey, pictureWidths } from '../pictures.ts'

const readPicture = {
  summary: 'Reads the picture of a page of a book',
  description: 'The link is checked at each request. Browsers keep a picture for five minutes.',
  params: z.object({
    token: z.string(),
    number: orProblem(z.coerce.number().int().min(1).max(100_000), missing),
    width: orProblem(z.coerce.number().pipe(z.literal(pictureWidths)), missing),
  }),
  response: { 200: content('image/jpeg', 'The picture'), 304: nothing, 307: nothing },
  problems: { 404: ['NOT_FOUND'] },
}

const keptSeconds = 300
const sharedHeaders = {
  'cache-control': `private, max-age=${keptSeconds}`,
  // An embedded page in a sandbox has no origin, so for this page the pictures have another origin.
  'cross-origin-resource-policy': 'cross-origin',
  'x-robots-tag': 'noindex',
}

/**
 * The link of a book can end at any time, so the URLs in a bucket to which it redirects are valid only for a short
 * time.
 */
function directOptions({ method }: FastifyRequest): DirectUrlOptions {
  return {
    method: method === 'HEAD' ? 'HEAD' : 'GET',
    fileName: null,
    cacheControl: sharedHeaders['cache-control'],
    expires: Number.MAX_SAFE_INTEGER,
    isShort: true,
  }
}

/** Registers the pictures of books. A key contains the code of the book, so no link leads to another book. */
export function registerPictures(app: ServiceApp, context: WidgetsContext): void {
  const { blobs } = context.platform
  app.get(
    '/books/:token/pages/:number/:width.jpg',
    { config: { access: 'public', traffic: 'pictures' }, schema: readPicture },
    async (request, reply) => {
      const { token, number, width } = request.params
      const book = await findBook(context, token)
      if (!book) throw missing()
      const key = pictureKey(book, number, width)
      const direct = await blobs.directUrl(key, directOptions(request))
      if (direct) return reply.headers(sharedHeaders).redirect(direct.url, 307)
      const blob = await blobs.get(key)
      if (!blob) throw missing()
      const etag = etagOf(blob)
      reply.headers({
        ...sharedHeaders,
        etag,
        'content-security-policy': "default-src 'none'; sandbox",
        'content-type': blob.contentType,
        'x-content-type-options': 'nosniff',
      })
      if (isUnchanged(request, etag)) return reply.status(304).send()
      reply.header('content-length', blob.size)
      // The stream is empty, because Fastify would otherwise read the whole blob to answer HEAD.
      if (request.method === 'HEAD') return reply.send(Readable.from([]))
      const bytes = await blob.read()
      if (!bytes) throw missing()
      return reply.send(bytes)
    },
  )
}

function missing() {
  return notFound('There is no such picture.')
}
