import type { FastifyRequest } from 'fastify'
import type { SignInClient } from './clients.ts'

/**
 * The headers of every response. Only our own scripts, styles and images are allowed. Forms may be sent only to this
 * service. `form-action` also names the sites that people sign in to, because browsers check it again when the response
 * to a form redirects there.
 */
export function securityHeaders(clients: readonly SignInClient[]): Record<string, string> {
  const sites = [...new Set(clients.flatMap(({ origins }) => origins))]
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `font-src 'self'`,
    `img-src 'self' data:`,
    `form-action 'self' ${sites.join(' ')}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  }
}

/**
 * True if the form was sent by one of our pages. Browsers say so in a header; other callers have no cookies that could
 * be abused.
 */
export function isOwnForm(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  return origin === undefined || origin === new URL(publicUrl).origin
}
