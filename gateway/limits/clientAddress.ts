import type { FastifyRequest } from 'fastify'

/**
 * The IP address of the client. Behind trusted proxies, it is taken from `X-Forwarded-For`. `request.ip` is read only
 * if that header is present: its check for trusted proxies takes longer than all other limits together.
 */
export function clientAddress(request: FastifyRequest): string {
  if (request.headers['x-forwarded-for'] !== undefined) return request.ip
  return request.socket.remoteAddress ?? request.ip
}
