import { z } from 'zod'
import { content, type ServiceApp } from '../platform/contract.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { notFound } from '../platform/problems.ts'
import type { Providers } from './providers.ts'

const openIdProvider = {
  summary: 'The OpenID provider',
  description:
    'Its endpoints are listed at `/identity/.well-known/openid-configuration` (OpenID Connect Discovery 1.0). ' +
    'docs/architecture.md describes the access tokens.',
  response: {
    200: content('*/*', 'The answer that OpenID Connect and OAuth 2 define'),
    429: content('text/html', 'Too many requests. A page, if the caller accepts HTML'),
  },
}

const ofAuthority = {
  summary: 'The OpenID provider of another authority',
  description:
    'Brands can have an authority of their own (`authority` in `/site/config.json`). Its endpoints are listed at ' +
    '`/identity/authorities/{authority}/.well-known/openid-configuration`.',
  params: z.object({ authority: z.string(), '*': z.string() }),
  response: openIdProvider.response,
  problems: { 404: ['NOT_FOUND'] },
}

const methods = ['GET', 'POST', 'OPTIONS']
const config = { access: 'public' } as const

/**
 * Passes to the OpenID providers all requests below the service's path that no other route handles.
 * @param prefix the service's path, which the providers do not know
 */
export function registerEndpoint(app: ServiceApp, providers: Providers, publicUrl: string, prefix: string): void {
  const { host, protocol } = new URL(publicUrl)
  // The provider learns its public address from these headers, so they always name the one public address.
  const forwarded = { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.replace(':', '') }
  // The providers parse bodies themselves.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.route({
    method: methods,
    url: '/*',
    config,
    schema: openIdProvider,
    handler: (request, reply) => pass(request, reply, { provider: providers.own, prefix, forwarded }),
  })
  app.route({
    method: methods,
    url: '/authorities/:authority/*',
    config,
    schema: ofAuthority,
    handler: (request, reply) => {
      const { authority } = request.params
      const provider = providers.find(authority)
      if (!provider) throw notFound('There is no such authority.')
      pass(request, reply, { provider, prefix: `${prefix}/authorities/${authority}`, forwarded })
    },
  })
}

/** Lets a provider answer. Removes the prefix from the path: the rest is the path of the provider's endpoint. */
function pass(
  { raw, ip, id }: FastifyRequest,
  reply: FastifyReply,
  {
    provider,
    prefix,
    forwarded,
  }: { readonly provider: Provider; readonly prefix: string; readonly forwarded: Readonly<Record<string, string>> },
): void {
  handOver(reply)
  // Replaces these headers if the caller has sent them.
  Object.assign(raw.headers, forwarded, { 'x-forwarded-for': ip, 'x-correlation-id': id })
  Object.assign(raw, { originalUrl: raw.url })
  raw.url = raw.url?.slice(prefix.length)
  void provider.callback()(raw, reply.raw)
}

/** Leaves the response to the provider, but first copies to it the headers that were set before. */
function handOver(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.hijack()
}
