import { Readable } from 'node:stream'
import { z } from 'zod'
import { content, nothing, type ServiceApp } from '../platform/contract.ts'
import { attachment } from '../platform/contentDisposition.ts'
import { urlExpired } from '../platform/blobSignatures.ts'
import { etagOf, isUnchanged } from '../platform/etags.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { AlbumLinks } from './albumLinks.ts'
import { parseRange } from './range.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StoredBlob } from '../platform/platform.ts'
import type { Parts } from './parts.ts'

const readBlob = {
  summary: 'Reads the bytes behind a signed URL',
  description: 'The query is part of the signed URL. The bytes never change. Range and If-None-Match are accepted.',
  params: z.object({ '*': z.string().describe('The key, with its slashes.') }),
  response: {
    200: content('*/*', 'The file'),
    206: content('*/*', 'A part of the file'),
    304: nothing,
  },
  problems: {
    403: ['SIGNATURE_INVALID'],
    404: ['NOT_FOUND'],
    410: ['URL_EXPIRED'],
    416: ['RANGE_NOT_SATISFIABLE'],
  },
}

/**
 * Registers the route that serves the bytes of signed URLs. A URL grants access to its bytes until it expires, or until
 * the links of its album end.
 */
export function registerBlobRoutes(app: ServiceApp, parts: Parts): void {
  const albumLinks = new AlbumLinks(parts.database)
  // The signature in the query grants access.
  app.get(
    '/blobs/*',
    { config: { access: 'public', traffic: 'pictures' }, schema: readBlob },
    async (request, reply) => {
      const key = request.params['*']
      const { fileName, expires, album, isConfidential } = parts.platform.blobs.verify(key, request.query)
      if (album && (await albumLinks.hasEnded(album))) throw urlExpired()
      const blob = await parts.platform.blobs.get(key)
      if (!blob) throw missing()
      const etag = etagOf(blob)
      const seconds = Math.max(0, expires - Math.floor(Date.now() / 1_000))
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
