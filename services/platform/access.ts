import type { FastifyRequest } from 'fastify'
import type { Access, ServiceApp } from './contract.ts'
import type { Account, Platform } from './platform.ts'
import { type ApiScope, hasScope, scopeOfCall } from '../../schema/rules/scopes.ts'
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
 * cannot make the process hold a large body. Tokens are verified later (here, and in `registerServiceTokens`), because
 * `registerLimits` limits the requests of an address before the process spends time on their tokens.
 * @param service its name, which decides together with method and path which scope a token needs
 */
export function registerAccess(
  app: ServiceApp,
  platform: Pick<Platform, 'tokens' | 'operator' | 'serviceCalls'>,
  service: string,
): void {
  const { tokens, serviceCalls } = platform
  // This hook runs before the body is read.
  app.addHook('preParsing', async (request) => {
    const access = accessOf(request.routeOptions.config)
    if (access === 'service' && !hasToken(request) && !serviceCalls.isOwn(request)) throw servicesOnly()
    if (access === 'operator') platform.operator.authorize(request)
  })
  // This hook runs after the body is parsed, and before anything is validated.
  app.addHook('preValidation', async (request) => {
    const access = accessOf(request.routeOptions.config)
    // A request with an invalid token is refused: it never counts as a request without a token.
    if (access !== 'account' && (access !== 'optionalAccount' || !hasToken(request))) return undefined
    const account = await tokens.authenticate(request)
    // If one of our services acts for the customer, it has already checked the scope of the client's request.
    if (!serviceCalls.isOwn(request)) requireScope(account.scopes, scopeOf(service, request))
    accounts.set(request, account)
    return undefined
  })
}

/**
 * Authenticates programs that act for themselves, at routes for services. Call it after `registerLimits`, which limits
 * the requests of an address before the process spends time on their tokens. Like the secrets, these tokens are checked
 * before the body is read.
 */
export function registerServiceTokens(
  app: ServiceApp,
  { tokens, serviceCalls }: Pick<Platform, 'tokens' | 'serviceCalls'>,
  service: string,
): void {
  app.addHook('preParsing', async (request) => {
    if (accessOf(request.routeOptions.config) !== 'service' || serviceCalls.isOwn(request)) return
    const { scopes } = await tokens.authenticateService(request)
    requireScope(scopes, scopeOf(service, request))
  })
}

function hasToken({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined
}

function servicesOnly(): Problem {
  return new Problem(
    403,
    'SERVICES_ONLY',
    'This call is for services only: it needs X-Service-Secret, or the access token of a client of the kind service.',
  )
}

/**
 * The scope that a request needs. It depends on the path of the route, which contains the names of parameters instead
 * of their values.
 */
function scopeOf(service: string, { method, routeOptions: { url = '' } }: FastifyRequest): ApiScope | null {
  return scopeOfCall(service, method, url.slice(service.length + 1))
}

/**
 * Call this before a client acts for a customer.
 * @param scopes the scopes of the client's token; null for a token of an earlier release
 * @throws a 403 problem that names the missing scope, with the challenge of RFC 6750
 */
function requireScope(scopes: ReadonlySet<ApiScope> | null, needed: ApiScope | null): void {
  if (hasScope(scopes, needed)) return
  throw new Problem(403, 'FORBIDDEN', `The access token lacks the scope ${needed}.`, {
    'www-authenticate': `Bearer error="insufficient_scope", scope="${needed}"`,
  })
}

/** Who may call a route with this configuration. */
export function accessOf({ access = 'account' }: { readonly access?: Access }): Access {
  return access
}

/** True for a business account. Ignores the case, because the spelling of the claim varies. */
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
