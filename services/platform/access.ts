import type { FastifyRequest } from 'fastify'
import type { Access, ServiceApp } from './contract.ts'
import type { Account, Platform } from './platform.ts'

const accounts = new WeakMap<FastifyRequest, Account>()

/**
 * Authenticates each request according to the `config.access` of its route. Covers all routes that are registered on
 * the app after this call.
 */
export function registerAccess(
  app: ServiceApp,
  platform: Pick<Platform, 'tokens' | 'operator' | 'serviceCalls'>,
): void {
  // This hook runs after the body is parsed, and before anything is validated.
  app.addHook('preValidation', async (request) => {
    const access = accessOf(request.routeOptions.config)
    if (access === 'account') accounts.set(request, await platform.tokens.authenticate(request))
    if (access === 'service') platform.serviceCalls.authorize(request)
    if (access === 'operator') platform.operator.authorize(request)
  })
}

/** Who may call a route with this configuration. */
export function accessOf({ access = 'account' }: { readonly access?: Access }): Access {
  return access
}

/** The customer who makes a request to a route with the access `account`. */
export function accountOf(request: FastifyRequest): Account {
  const account = accounts.get(request)
  if (!account) throw new Error(`${request.method} ${request.routeOptions.url} does not authenticate accounts.`)
  return account
}
