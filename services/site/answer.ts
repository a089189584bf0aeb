import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What is sent, and how long it may be kept without asking again. */
export interface Content {
  readonly type: string
  readonly body: string | Buffer
  readonly maxAgeSeconds: number
}

/** Sends content with an ETag of its bytes, or 304 to one who has them. */
export async function answer(request: FastifyRequest, reply: FastifyReply, content: Content): Promise<void> {
  const etag = `"${createHash('sha256').update(content.body).digest('base64url').slice(0, 27)}"`
  reply.headers({
    etag,
    'cache-control': content.maxAgeSeconds > 0 ? `public, max-age=${content.maxAgeSeconds}` : 'no-cache',
    'x-content-type-options': 'nosniff',
  })
  await (has(request.headers['if-none-match'], etag)
    ? reply.code(304).send()
    : reply.type(content.type).send(content.body))
}

function has(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}
