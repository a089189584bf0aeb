import type { IncomingMessage } from 'node:http'

/**
 * Applies the method override of tus 1.0: some proxies let only GET and POST through, so clients behind them name the
 * method in a header. Requests outside of tus keep their own method. Used as Fastify's `rewriteUrl`, which runs before
 * the router.
 * @returns the URL, unchanged
 */
export function takeMethodOverride(request: Pick<IncomingMessage, 'headers' | 'method' | 'url'>): string {
  const method = request.headers['x-http-method-override']
  if (typeof method === 'string' && request.headers['tus-resumable'] !== undefined) request.method = method
  return request.url ?? '/'
}
