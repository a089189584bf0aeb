import type { FastifyInstance } from 'fastify'
import type { GatewayConfig } from '../config.ts'

/** A year: how long browsers keep to https. */
const strictTransportSeconds = 31_536_000

/**
 * Puts the headers on every answer by which a browser neither guesses what it is, nor shows it in a frame, keeps it,
 * or hands it to a foreign page. What sends something else than data, such as the explorer, says so over them.
 */
export function registerSecurityHeaders(app: FastifyInstance, { publicUrl }: GatewayConfig): void {
  const headers = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    // Pages that CORS lets in are not kept out by this: it is for those that would embed an answer.
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
