import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Names one thing that somebody did, through every part that took part in it. */
export const correlationHeader = 'x-correlation-id'

/** All that the gateway takes, and more: an id that was replaced on the way would find nothing in the logs. */
const sane = /^[A-Za-z0-9._:-]{1,128}$/

/** The caller's correlation id if it is one (1 to 128 of `A-Za-z0-9._:-`), else a new UUID. */
export function correlationIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers[correlationHeader]
  return typeof given === 'string' && sane.test(given) ? given : randomUUID()
}

/** Sends the correlation id, which is `request.id`, with every answer of the app. */
export function registerCorrelation(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(correlationHeader, request.id)
  })
}
