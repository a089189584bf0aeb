import type { FastifyInstance } from 'fastify'
import type { GatewayConfig } from '../config.ts'

/** How long browsers use https only: one year. */
const strictTransportSeconds = 31_536_000

/**
 * Sets security headers on every response: browsers must not sniff its type, frame it, cache it, or give it to pages of
 * other origins. Routes that do not send data, such as the explorer, override them.
 */
export function registerSecurityHeaders(app: FastifyInstance, { publicUrl }: GatewayConfig): void {
  const headers = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    // Prevents embedding a response in a foreign page. Does not affect pages that CORS allows.
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${strictTransportSeconds}` }),
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
