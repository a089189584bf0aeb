import type { IncomingMessage } from 'node:http'

/**
 * For clients behind proxies that let only GET and POST through: tus 1.0 lets them name the method in a header. Only
 * tus requests do: others keep their own method. Used as Fastify's `rewriteUrl`, which runs before the router.
 * @returns the URL, unchanged
 */
export function takeMethodOverride(request: Pick<IncomingMessage, 'headers' | 'method' | 'url'>): string {
  const method = request.headers['x-http-method-override']
  if (typeof method === 'string' && request.headers['tus-resumable'] !== undefined) request.method = method
  return request.url ?? '/'
}
