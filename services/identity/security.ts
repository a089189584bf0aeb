import type { FastifyRequest } from 'fastify'
import { findSignInClient, siteClients } from './clients.ts'
import type { ClientFile } from '../../clients/clientFile.ts'
import type { Platform } from '../platform/platform.ts'

type PolicySources = Pick<Platform, 'config' | 'brands' | 'clients'>

/** The headers of every response. */
export function securityHeaders(platform: PolicySources): Record<string, string> {
  return {
    'content-security-policy': policyFor(platform, undefined),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  }
}

/**
 * The content policy of a page. Only our own scripts, styles and images are allowed. Forms may be sent only to this
 * service. `form-action` also names our sites, and the client that the customer signs in to, because browsers check it
 * again when the response to a form redirects there.
 * @param clientId the client of the sign-in that the page belongs to
 */
export function policyFor(platform: PolicySources, clientId: string | undefined): string {
  const sites = siteClients(platform).flatMap(({ origins }) => origins)
  const client = findSignInClient(platform, clientId)
  const targets = client?.registered ? client.redirectUris.map((uri) => targetOf(uri, client.registered?.kind)) : []
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `font-src 'self'`,
    `img-src 'self' data:`,
    `form-action 'self' ${[...new Set([...sites, ...targets])].join(' ')}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** A redirect URI as a source in the policy: a scheme such as `com.example.frame:`, or an origin. */
function targetOf(redirectUri: string, kind: ClientFile['kind'] | undefined): string {
  const { protocol, hostname, origin } = new URL(redirectUri)
  if (!/^https?:$/.test(protocol)) return protocol
  // A native program listens on any port of the device (RFC 8252).
  return kind === 'native' && protocol === 'http:' ? `http://${hostname}:*` : origin
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
