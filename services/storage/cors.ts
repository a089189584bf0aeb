import { nothing, type ServiceApp } from '../platform/contract.ts'
import { createOriginCheck, type Origins } from '../platform/allowedOrigins.ts'

/**
 * Request headers that pages of other origins may send: the headers of tus and of range requests, and our own headers.
 */
const sentHeaders = headerList(`
  Tus-Resumable Upload-Length Upload-Offset Upload-Metadata Upload-Defer-Length X-HTTP-Method-Override X-Requested-With
  Content-Type Authorization X-Correlation-Id Range If-Range If-None-Match`)
/** Response headers that pages of other origins may read. */
const readHeaders = headerList(`
  Tus-Resumable Tus-Version Tus-Extension Tus-Max-Size Upload-Length Upload-Offset Upload-Metadata Location
  X-Correlation-Id WWW-Authenticate Retry-After Content-Length Content-Range Accept-Ranges ETag Content-Disposition`)
const preflightSeconds = 600

const preflight = {
  summary: 'Tells browsers which origins may call',
  description: 'A preflight request of CORS. Origins that are not allowed get no CORS headers.',
  response: { 204: nothing },
}

/**
 * Lets pages of allowed origins call storage, preflight requests included. There is no cookie to protect: tokens are in
 * a header, and URLs of files are signed.
 */
export function registerCors(app: ServiceApp, origins: Origins): void {
  const isAllowed = createOriginCheck(origins)
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    // Also set if the request has no origin, so that no cache gives the answer to a page of another origin.
    reply.header('vary', 'Origin')
    if (origin === undefined) return undefined
    const isOriginAllowed = isAllowed(origin)
    // The client has disconnected meanwhile: its IP address is no longer known, and it cannot get an answer.
    if (request.raw.socket.destroyed) return reply.hijack()
    if (!isOriginAllowed) return undefined
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': readHeaders })
    if (request.method !== 'OPTIONS') return undefined
    reply.headers({
      'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
      'access-control-allow-headers': sentHeaders,
      'access-control-max-age': preflightSeconds,
    })
    return undefined
  })
  for (const url of ['/uploads', '/uploads/:id', '/getanonymousuploads', '/blobs/*']) {
    app.options(url, { config: { access: 'public' }, schema: preflight }, async (_request, reply) =>
      reply.status(204).send(),
    )
  }
}

function headerList(names: string): string {
  return names.trim().split(/\s+/).join(', ')
}
