/**
 * The headers of the pages of books.
 * @param pictureOrigin a further origin that pictures come from
 */
export function pageHeaders(
  nonce: string,
  { isEmbedded, pictureOrigin = null }: { readonly isEmbedded: boolean; readonly pictureOrigin?: string | null },
): Record<string, string> {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `img-src 'self' data: ${pictureOrigin ?? ''}`.trim(),
    `connect-src 'self'`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `frame-ancestors ${isEmbedded ? '*' : "'none'"}`,
  ]
  return {
    'cache-control': 'no-store',
    'content-security-policy': policy.join('; '),
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    // The address gives access to the book, so no other site may learn it.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    ...(isEmbedded ? {} : { 'cross-origin-opener-policy': 'same-origin', 'x-frame-options': 'DENY' }),
  }
}
