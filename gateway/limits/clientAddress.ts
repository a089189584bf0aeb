import type { FastifyRequest } from 'fastify'

/**
 * The IP address of the client. Behind trusted proxies, it is taken from `X-Forwarded-For`. `request.ip` is read only
 * if that header is present, because `request.ip` checks for trusted proxies. That check takes longer than all limits
 * together.
 */
export function clientAddress(request: FastifyRequest): string {
  if (request.headers['x-forwarded-for'] !== undefined) return request.ip
  return request.socket.remoteAddress ?? request.ip
}
