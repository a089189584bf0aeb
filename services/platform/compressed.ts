import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A page is compressed for each request, because each response has its own nonce. At these levels, 30 kB take less than
 * a millisecond, so the page does not wait for the thread pool, which may be scaling photos.
 */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const gzipOptions = { level: 6 }

/** Sends an HTML page, compressed by Brotli or gzip if the browser takes one of them. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, html: string): FastifyReply {
  reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding')
  const accepted = String(request.headers['accept-encoding'])
  if (/\bbr\b/.test(accepted))
    return reply.header('content-encoding', 'br').send(brotliCompressSync(html, brotliOptions))
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gzipSync(html, gzipOptions))
  return reply.send(html)
}
