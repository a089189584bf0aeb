import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Provider } from 'oidc-provider'

/**
 * Hands everything below the service's path that has no route of its own to the OpenID provider.
 * @param prefix the service's path, which the provider does not know
 */
export function registerEndpoint(app: FastifyInstance, provider: Provider, publicUrl: string, prefix: string): void {
  const { host, protocol } = new URL(publicUrl)
  const handle = provider.callback()
  // The provider reads bodies itself.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: '/*',
    handler: (request, reply) => {
      handOver(reply)
      const { raw } = request
      // Whatever a caller says, the provider is at its public address and nowhere else.
      raw.headers['x-forwarded-host'] = host
      raw.headers['x-forwarded-proto'] = protocol.replace(':', '')
      raw.headers['x-correlation-id'] = request.id
      Object.assign(raw, { originalUrl: raw.url })
      raw.url = raw.url?.slice(prefix.length)
      void handle(raw, reply.raw)
    },
  })
}

/** Leaves the answer to the provider, with the headers that were decided on before. */
function handOver(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.hijack()
}
