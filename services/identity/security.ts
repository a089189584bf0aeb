import type { FastifyRequest } from 'fastify'
import type { SignInClient } from './clients.ts'

/**
 * The headers of every answer. Nothing runs or is drawn that is not a file of ours; forms lead to us, and from us
 * to the sites that people sign in to (browsers check where an answer to a form redirects to).
 */
export function securityHeaders(clients: readonly SignInClient[]): Record<string, string> {
  const sites = [...new Set(clients.map((client) => client.origin))]
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

/** Whether a form was sent by a page of ours. Browsers say so; a caller that is none has no cookies to abuse. */
export function isOwnForm(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  return origin === undefined || origin === new URL(publicUrl).origin
}
