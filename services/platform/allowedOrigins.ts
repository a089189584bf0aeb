import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from './platform.ts'

/** Whether pages of an origin may use the services. */
export type OriginCheck = (origin: string) => boolean

/** What decides which origins are allowed. */
export interface Origins {
  readonly config: Pick<Platform['config'], 'publicUrl' | 'allowedOrigins'>
  readonly brands: { all(): readonly { readonly origins: readonly string[] }[] }
  readonly clients: { origins(): ReadonlySet<string> }
}

/**
 * Allows the product itself, its brands, the pages of clients, and the origins that the operator allows. Other
 * sub-domains, such as that of a wiki, are not allowed.
 */
export function createOriginCheck({ config, brands, clients }: Origins): OriginCheck {
  const allowed = new Set([new URL(config.publicUrl).origin, ...config.allowedOrigins])
  return (origin) =>
    allowed.has(origin) || brands.all().some(({ origins }) => origins.includes(origin)) || clients.origins().has(origin)
}

/** Lets pages of allowed origins read an answer. */
export function allowOrigin(isAllowed: OriginCheck, { headers }: FastifyRequest, reply: FastifyReply): void {
  const { origin } = headers
  // Also set if the request has no origin, so that no cache gives the answer to a page of another origin.
  reply.header('vary', 'Origin')
  if (origin !== undefined && isAllowed(origin)) reply.header('access-control-allow-origin', origin)
}
