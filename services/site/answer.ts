import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A response body and its cache time. */
export interface Content {
  readonly type: string
  readonly body: string | Buffer
  readonly maxAgeSeconds: number
}

/** Sends content with an ETag; answers 304 if the client has the same version. */
export async function answer(request: FastifyRequest, reply: FastifyReply, content: Content): Promise<void> {
  const etag = `"${versionOf(content.body)}"`
  reply.headers({
    etag,
    'cache-control': content.maxAgeSeconds > 0 ? `public, max-age=${content.maxAgeSeconds}` : 'no-cache',
    'x-content-type-options': 'nosniff',
  })
  await (has(request.headers['if-none-match'], etag)
    ? reply.code(304).send()
    : reply.type(content.type).send(content.body))
}

/** The version of content: a hash of its bytes. */
export function versionOf(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 27)
}

function has(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}
