import { nothing, type ServiceApp } from '../platform/contract.ts'
import { isAllowedOrigin } from './origins.ts'
import type { PlatformConfig } from '../platform/platform.ts'

/**
 * Request headers that pages of other origins may send: the headers of tus and of range requests, and our own headers.
 */
const sentHeaders = listed(`
  Tus-Resumable Upload-Length Upload-Offset Upload-Metadata Upload-Defer-Length X-HTTP-Method-Override X-Requested-With
  Content-Type Authorization X-Correlation-Id Range If-Range If-None-Match`)
/** Response headers that pages of other origins may read. */
const readHeaders = listed(`
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
export function registerCors(app: ServiceApp, config: PlatformConfig): void {
  app.addHook('onRequest', async ({ headers: { origin }, method }, reply) => {
    // Set also on answers to requests without an origin, so that no cache gives them to a page of another origin.
    reply.header('vary', 'Origin')
    if (origin === undefined || !isAllowedOrigin(config, origin)) return
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': readHeaders })
    if (method !== 'OPTIONS') return
    reply.headers({
      'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
      'access-control-allow-headers': sentHeaders,
      'access-control-max-age': preflightSeconds,
    })
  })
  for (const url of ['/uploads', '/uploads/:id', '/blobs/*']) {
    app.options(url, { config: { access: 'public' }, schema: preflight }, async (_request, reply) =>
      reply.status(204).send(),
    )
  }
}

function listed(names: string): string {
  return names.trim().split(/\s+/).join(', ')
}
