import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A file, ready to send. */
export interface Asset {
  readonly type: string
  readonly plain: Buffer
  readonly brotli: Buffer
  readonly etag: string
}

const compress = promisify(brotliCompress)

/** Compresses a file and computes its ETag. */
export async function createAsset(type: string, text: string): Promise<Asset> {
  const plain = Buffer.from(text)
  const brotli = await compress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`
  return { type, plain, brotli, etag }
}

/**
 * Sends a file, or 304 if the client has it. The default of `Cache-Control` makes clients ask each time whether the
 * file has changed.
 */
export function sendAsset(
  asset: Asset,
  request: FastifyRequest,
  reply: FastifyReply,
  cacheControl = 'no-cache',
): FastifyReply {
  reply.headers({
    'cache-control': cacheControl,
    // Web workers do not inherit the page's policy: the policy of their own response applies.
    'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
    etag: asset.etag,
    vary: 'accept-encoding, origin',
  })
  if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send()
  reply.type(asset.type)
  const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  return takesBrotli ? reply.header('content-encoding', 'br').send(asset.brotli) : reply.send(asset.plain)
}
