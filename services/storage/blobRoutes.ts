import { Readable } from 'node:stream'
import { z } from 'zod'
import { content, nothing, type ServiceApp } from '../platform/contract.ts'
import { attachment } from '../platform/contentDisposition.ts'
import { urlExpired } from '../platform/blobs/signatures.ts'
import { etagOf, isUnchanged } from '../platform/etags.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { AlbumLinks } from './albumLinks.ts'
import { parseRange } from './range.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DirectUrl, StoredBlob, VerifiedUrl } from '../platform/blobs/blobs.ts'
import type { Parts } from './parts.ts'

const readBlob = {
  summary: 'Reads the bytes behind a signed URL',
  description:
    'The query is part of the signed URL. The bytes never change. Range and If-None-Match are accepted. If the files ' +
    'are in an S3 bucket, the answer redirects to the bucket.',
  params: z.object({ '*': z.string().describe('The key, with its slashes.') }),
  response: {
    200: content('*/*', 'The file'),
    206: content('*/*', 'A part of the file'),
    304: nothing,
    307: nothing,
  },
  problems: {
    403: ['SIGNATURE_INVALID'],
    404: ['NOT_FOUND'],
    410: ['URL_EXPIRED'],
    416: ['RANGE_NOT_SATISFIABLE'],
  },
}

const daySeconds = 86_400

/**
 * Registers the route of signed URLs, which serves the bytes of blobs. A URL grants access to its bytes until it
 * expires, or until the links of its album end.
 */
export function registerBlobRoutes(app: ServiceApp, parts: Parts): void {
  const albumLinks = new AlbumLinks(parts.database)
  // Public, because the signature in the query grants access.
  app.get(
    '/blobs/*',
    { config: { access: 'public', traffic: 'pictures' }, schema: readBlob },
    async (request, reply) => {
      const key = request.params['*']
      const verified = parts.platform.blobs.verify(key, request.query)
      const { fileName, expires, album, isConfidential } = verified
      if (album && (await albumLinks.hasEnded(album))) throw urlExpired()
      const seconds = Math.max(0, expires - Math.floor(Date.now() / 1_000))
      const direct = await directUrl(parts, request, key, verified)
      if (direct) {
        return reply
          .headers({
            'cache-control': isConfidential ? 'no-store' : `private, max-age=${direct.seconds}`,
            'cross-origin-resource-policy': 'cross-origin',
          })
          .redirect(direct.url, 307)
      }
      const blob = await parts.platform.blobs.get(key)
      if (!blob) throw missing()
      const etag = etagOf(blob)
      reply.headers({
        etag,
        'accept-ranges': 'bytes',
        'cache-control': isConfidential ? 'no-store' : `private, max-age=${seconds}, immutable`,
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'content-type': blob.contentType,
        'x-content-type-options': 'nosniff',
        ...(fileName === null ? {} : { 'content-disposition': attachment(fileName) }),
      })
      if (isUnchanged(request, etag)) return reply.status(304).send()
      // The stream is empty, because Fastify would otherwise read the whole blob to answer HEAD.
      if (request.method === 'HEAD') return reply.header('content-length', blob.size).send(Readable.from([]))
      return sendBytes(request, reply, { blob, etag })
    },
  )
}

/**
 * The URL of the blob in the bucket. Null if the blob cannot be read from a bucket.
 * @throws Problem 404 if a download does not exist, because otherwise the customer would see the bucket's error as a
 *   page
 */
async function directUrl(
  { platform: { blobs } }: Parts,
  { method }: FastifyRequest,
  key: string,
  { fileName, expires, album, isConfidential }: VerifiedUrl,
): Promise<DirectUrl | null> {
  const url = await blobs.directUrl(key, {
    method: method === 'HEAD' ? 'HEAD' : 'GET',
    fileName,
    cacheControl: isConfidential ? 'no-store' : `private, max-age=${daySeconds}, immutable`,
    expires,
    isShort: isConfidential || album !== null,
  })
  if (url && fileName !== null && !(await blobs.get(key))) throw missing()
  return url
}

interface Found {
  readonly blob: StoredBlob
  readonly etag: string
}

async function sendBytes(request: FastifyRequest, reply: FastifyReply, { blob, etag }: Found): Promise<FastifyReply> {
  const condition = request.headers['if-range']
  const header = condition === undefined || condition === etag ? request.headers.range : undefined
  const range = parseRange(header, blob.size)
  if (range === 'unsatisfiable') {
    const unsatisfied = { 'content-range': `bytes */${blob.size}` }
    throw new Problem(416, 'RANGE_NOT_SATISFIABLE', 'The range begins after the end of the file.', unsatisfied)
  }
  const bytes = await blob.read(range ?? undefined)
  if (!bytes) throw missing()
  if (range === null) return reply.header('content-length', blob.size).send(bytes)
  return reply
    .status(206)
    .headers({
      'content-length': range.end - range.start + 1,
      'content-range': `bytes ${range.start}-${range.end}/${blob.size}`,
    })
    .send(bytes)
}

function missing(): Problem {
  return notFound('There is no such file any more.')
}
