import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Identifies one user action in the logs of every part that handles it. */
export const correlationHeader = 'x-correlation-id'

/**
 * Accepts at least every id that the gateway accepts. If an id were replaced on the way, the logs of the parts could
 * not be matched.
 */
const sane = /^[A-Za-z0-9._:-]{1,128}$/

/** The caller's correlation id if it is valid (1 to 128 of `A-Za-z0-9._:-`), else a new UUID. */
export function correlationIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers[correlationHeader]
  return typeof given === 'string' && sane.test(given) ? given : randomUUID()
}

/** Returns the correlation id, which is `request.id`, with every answer of the app. */
export function registerCorrelation(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(correlationHeader, request.id)
  })
}
