import type { FastifyInstance } from 'fastify'
import type { Upstreams } from './contexts.ts'

/** `/livez`: the process answers. `/readyz`: so does everything that it needs; what does not is named. */
export function registerHealth(app: FastifyInstance, upstreams: Upstreams): void {
  app.get('/livez', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const [photos, site, identity] = await Promise.all([
      // A refusal without a token is an answer, too.
      upstreams.photos.isUp('/users'),
      upstreams.site.isUp('/config.json'),
      upstreams.identity.isUp('/jwks'),
    ])
    const isReady = photos && site && identity
    const status = isReady ? 'ok' : 'unavailable'
    return reply.code(isReady ? 200 : 503).send({ status, upstreams: { photos, site, identity } })
  })
}
