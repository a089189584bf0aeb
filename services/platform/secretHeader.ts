import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/**
 * Knows who has a secret by a header of their request.
 * @param header in lower case
 */
export function secretHeader(header: string, secret: string): (request: FastifyRequest) => boolean {
  const expected = digest(secret)
  return ({ headers }) => {
    const given = headers[header]
    return typeof given === 'string' && timingSafeEqual(digest(given), expected)
  }
}

/** Digests have one length, whatever was given. */
function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
