import type { EdgeConfig } from './config.ts'

/**
 * Returns the headers of every page and asset of the client. They allow only our own scripts and styles. They allow
 * calls and images only at our own origin and at the trusted origins. They forbid other sites to show our pages in a
 * frame.
 * @param inlineScripts the sources of scripts inside the page, such as `'sha256-…'`
 * @returns header names in lower case with their values
 */
export function securityHeaders(config: EdgeConfig, inlineScripts: readonly string[] = []): Record<string, string> {
  const own = new URL(config.publicUrl)
  const origins = [own.origin, ...config.trustedOrigins].join(' ')
  const policy = [
    `default-src 'self'`,
    [`script-src 'self'`, ...inlineScripts].join(' '),
    `style-src 'self'`,
    `img-src 'self' data: blob: ${origins}`,
    `connect-src 'self' ${origins}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ]
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(own.protocol === 'https:' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}
