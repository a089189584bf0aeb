import type { IncomingMessage } from 'node:http'
import type { EdgeConfig } from './config.ts'

const names = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'] as const

/**
 * Returns the headers that tell the gateway and the services who sent the request. Values from the caller's own
 * X-Forwarded-* headers are used only if the caller is a trusted proxy.
 */
export function forwardedHeaders({ headers, socket }: IncomingMessage, config: EdgeConfig): Record<string, string> {
  if (config.trustProxy && headers['x-forwarded-for'] !== undefined) {
    return Object.fromEntries(
      names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
    )
  }
  return {
    'x-forwarded-for': socket.remoteAddress ?? '',
    'x-forwarded-host': headers.host ?? '',
    'x-forwarded-proto': new URL(config.publicUrl).protocol.replace(':', ''),
  }
}
