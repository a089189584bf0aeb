import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/**
 * Checks a secret in a request header.
 * @param header in lower case
 */
export function secretHeader(header: string, secret: string): (request: FastifyRequest) => boolean {
  const expected = digest(secret)
  return ({ headers }) => {
    const given = headers[header]
    return typeof given === 'string' && timingSafeEqual(digest(given), expected)
  }
}

/** Digests have equal lengths, which the comparison requires. */
function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
