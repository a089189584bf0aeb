import type { FastifyInstance } from 'fastify'
import { correlationHeader } from '../../http/correlation.ts'

/** Returns the correlation id, which is `request.id`, with every answer of the app. */
export function registerCorrelation(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(correlationHeader, request.id)
  })
}
