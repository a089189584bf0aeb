import type { EdgeConfig } from './config.ts'
import type { Page } from './page.ts'

/**
 * Returns the headers of every page and asset of the client. They allow only our own scripts and styles, and the
 * scripts of the brand. They allow calls and images only at our own origin, at the trusted origins, and at those of the
 * brand's scripts. They forbid all sites to show our pages in a frame.
 * @param inlineScripts the sources of scripts inside the page, such as `'sha256-…'`
 * @param brandOrigins the origins of the brand's consent script and feedback widget. Our pages may also show frames of
 * these origins
 * @returns header names in lower case with their values
 */
export function securityHeaders(
  config: EdgeConfig,
  { inlineScripts, brandOrigins }: Pick<Page, 'inlineScripts' | 'brandOrigins'> = {
    inlineScripts: [],
    brandOrigins: [],
  },
): Record<string, string> {
  const own = new URL(config.publicUrl)
  const origins = [...new Set([own.origin, ...config.trustedOrigins, ...brandOrigins])].join(' ')
  const policy = [
    `default-src 'self'`,
    [`script-src 'self'`, ...inlineScripts, ...brandOrigins].join(' '),
    `style-src 'self'`,
    `img-src 'self' data: blob: ${origins}`,
    `connect-src 'self' ${origins}`,
    ...(brandOrigins.length > 0 ? [[`frame-src 'self'`, ...brandOrigins].join(' ')] : []),
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
