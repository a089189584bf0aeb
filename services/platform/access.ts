import type { FastifyRequest } from 'fastify'
import type { Access, ServiceApp } from './contract.ts'
import type { Account, Platform } from './platform.ts'
import { Problem } from './problems.ts'

/** The code of the problem that asks the customer to sign in again. */
export const recentSignInRequired = 'RECENT_SIGN_IN_REQUIRED'

/** How old the sign-in may be (ms) for a sensitive change, such as another e-mail address. */
const recentMilliseconds = 5 * 60 * 1000

const accounts = new WeakMap<FastifyRequest, Account>()

/**
 * Authenticates each request according to the `config.access` of its route. Covers all routes that are registered on
 * the app after this call.
 *
 * The secrets of services and of the operator are checked before the body is read, so that a caller without the secret
 * cannot make the process hold a large body. Customers' tokens are verified later, because `registerLimits` limits the
 * requests of an address before the process spends time on their tokens.
 */
export function registerAccess(
  app: ServiceApp,
  platform: Pick<Platform, 'tokens' | 'operator' | 'serviceCalls'>,
): void {
  // This hook runs before the body is read.
  app.addHook('preParsing', async (request) => {
    const access = accessOf(request.routeOptions.config)
    if (access === 'service') platform.serviceCalls.authorize(request)
    if (access === 'operator') platform.operator.authorize(request)
  })
  // This hook runs after the body is parsed, and before anything is validated.
  app.addHook('preValidation', async (request) => {
    const access = accessOf(request.routeOptions.config)
    // A request with an invalid token is refused: it never counts as a request without a token.
    const hasToken = request.headers.authorization !== undefined
    if (access === 'account' || (access === 'optionalAccount' && hasToken))
      accounts.set(request, await platform.tokens.authenticate(request))
  })
}

/** Who may call a route with this configuration. */
export function accessOf({ access = 'account' }: { readonly access?: Access }): Access {
  return access
}

/** True for a business account: the spelling of the claim varies. */
export function isBusiness({ authMethod }: Pick<Account, 'authMethod'>): boolean {
  return authMethod.toLowerCase() === 'b2b'
}

/** The customer who makes a request to a route with the access `account`. */
export function accountOf(request: FastifyRequest): Account {
  const account = accounts.get(request)
  if (!account) throw new Error(`${request.method} ${request.routeOptions.url} does not authenticate accounts.`)
  return account
}

/** The customer who makes a request to a route with the access `optionalAccount`; null without a token. */
export function accountOrNull(request: FastifyRequest): Account | null {
  return accounts.get(request) ?? null
}

/**
 * The token and the correlation ID of the request of a customer, for calls to other services in the customer’s name.
 */
export function callerOf({ headers, id }: FastifyRequest): { readonly token: string; readonly correlationId: string } {
  return { token: (headers.authorization ?? '').replace(/^Bearer +/i, '').trim(), correlationId: id }
}

/**
 * Call this before a sensitive change. A stolen access or refresh token is not enough for such a change, because a
 * refreshed token keeps the time of the sign-in.
 * @throws a 403 problem if the customer entered the password or used a passkey more than 5 minutes ago, or the token
 * does not say when
 */
export function requireRecentSignIn({ authenticatedAt }: Pick<Account, 'authenticatedAt'>): void {
  if (authenticatedAt && Date.now() - authenticatedAt.getTime() <= recentMilliseconds) return
  throw new Problem(403, recentSignInRequired, 'Sign in again: the sign-in is older than 5 minutes.')
}
