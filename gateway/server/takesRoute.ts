import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type SharedTakes, takesHeader, takesPath, takesSchema } from '../limits/sharedTakes.ts'

/** Large enough for the counts of 5,000 callers. */
const bodyLimit = 2 * 1024 * 1024

/** Registers the route to which the other gateways send their counts. Only they know the secret. */
export function registerTakes(app: FastifyInstance, takes: SharedTakes, secret: string): void {
  const expected = digest(secret)
  app.post(takesPath, { bodyLimit }, async (request, reply) => {
    const given = request.headers[takesHeader]
    if (typeof given !== 'string' || !timingSafeEqual(digest(given), expected)) return reply.code(403).send()
    const message = takesSchema.safeParse(request.body)
    return message.success ? { isOwn: takes.receive(message.data) } : reply.code(400).send()
  })
}

/** Digests have equal lengths, which the comparison requires. */
function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
