import type { FastifyRequest } from 'fastify'
import { accountOrNull } from '../access.ts'
import { addressGroup } from '../../../http/addressGroup.ts'
import type { ServiceApp, Traffic } from '../contract.ts'
import type { RequestLimits } from './requestLimits.ts'

/**
 * Limits the requests to all routes that are registered on the app after this call. Call it after `registerAccess`,
 * because the limits of accounts need the authenticated account.
 * Requests that come through the edge are limited by address group, before their token is verified and their body is
 * read. Requests with a customer's token are limited by account too, including those from the gateway and from other
 * services. Calls with the secret of the services are not limited. Requests without the secret that their route
 * requires have been refused already.
 */
export function registerLimits(
  app: ServiceApp,
  limits: RequestLimits,
  defaults: { readonly service: string; readonly traffic: Traffic },
): void {
  const limitedRequestOf = ({ routeOptions }: FastifyRequest) => ({
    service: defaults.service,
    traffic: routeOptions.config.traffic ?? defaults.traffic,
  })
  // Runs after the CORS headers are set: without them, pages of other origins could not read a refusal.
  app.addHook('preParsing', async (request, reply) => {
    if (!isFromOutside(request) || request.method === 'OPTIONS') return undefined
    await limits.enter(limitedRequestOf(request), addressGroup(request.ip), reply.raw)
    // The client has left while its request waited.
    return reply.raw.destroyed ? reply.hijack() : undefined
  })
  // Runs after the account is authenticated.
  app.addHook('preValidation', async (request) => {
    const account = accountOrNull(request)
    if (account) limits.charge(limitedRequestOf(request), account.id)
  })
}

/**
 * True if the request came through the edge, which sends the caller's IP address in this header. The gateway and the
 * services call directly, without this header.
 */
function isFromOutside({ headers }: FastifyRequest): boolean {
  return headers['x-forwarded-for'] !== undefined
}
