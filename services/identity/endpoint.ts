import { content, type ServiceApp } from '../platform/contract.ts'
import type { FastifyReply } from 'fastify'
import type { Provider } from 'oidc-provider'

const openIdProvider = {
  summary: 'The OpenID provider',
  description:
    'Its endpoints are listed at `/identity/.well-known/openid-configuration` (OpenID Connect Discovery 1.0). ' +
    'Access tokens are described in docs/architecture.md.',
  response: {
    200: content('*/*', 'The answer that OpenID Connect and OAuth 2 define'),
    429: content('text/html', 'A page, if the caller accepts one: too many requests'),
  },
}

/**
 * Passes to the OpenID provider all requests below the service's path that no other route handles.
 * @param prefix the service's path, which the provider does not know
 */
export function registerEndpoint(app: ServiceApp, provider: Provider, publicUrl: string, prefix: string): void {
  const { host, protocol } = new URL(publicUrl)
  const handle = provider.callback()
  // The provider parses bodies itself.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: '/*',
    config: { access: 'public' },
    schema: openIdProvider,
    handler: (request, reply) => {
      handOver(reply)
      const { raw } = request
      // Replaces the caller's headers: the provider has exactly one public address, and trusts these headers.
      raw.headers['x-forwarded-host'] = host
      raw.headers['x-forwarded-proto'] = protocol.replace(':', '')
      raw.headers['x-forwarded-for'] = request.ip
      raw.headers['x-correlation-id'] = request.id
      Object.assign(raw, { originalUrl: raw.url })
      raw.url = raw.url?.slice(prefix.length)
      void handle(raw, reply.raw)
    },
  })
}

/** Leaves the response to the provider, and copies the headers that were set before. */
function handOver(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.hijack()
}
