import type { Kysely } from 'kysely'
import {
  type AccessToken,
  type ClientCredentials,
  type Configuration,
  errors,
  type Interaction,
  type KoaContextWithOIDC,
  Provider,
  type ResourceServer,
  type UnknownObject,
} from 'oidc-provider'
import { apiScopes } from '../../schema/rules/scopes.ts'
import { DatabaseUnavailable } from '../platform/databaseUnavailable.ts'
import { createAdapterFactory, type FindClient } from './adapter.ts'
import { accessTokenClaims, accountFinder } from './claims.ts'
import type { SignInClient } from './clients.ts'
import { noteConnectionUse } from './connections.ts'
import { apiAudience, grantLoader, isOurs, openIdScopes } from './grants.ts'
import type { Keys } from './keys.ts'
import { isPromptName, promptPaths, promptPolicy } from './prompts.ts'
import { digestOfSecret, isSameDigest } from '../../clients/secrets.ts'
import { noteUse } from './sessions.ts'
import type { IdentityTables } from './tables.ts'
import { answerUnavailable } from './unavailable.ts'
import { deviceWords } from './userAgents.ts'

const accessTokenSeconds = 10 * 60
const signInSeconds = 14 * 24 * 60 * 60
const interactionSeconds = 60 * 60
/** How long (s) an app with `offline_access` can be unused before it needs another sign-in. */
const offlineSeconds = 90 * 24 * 60 * 60
/** How long (s) a customer's consent to an app is valid. */
const grantSeconds = 365 * 24 * 60 * 60
type KoaContext = Parameters<Parameters<Provider['use']>[0]>[0]

/** The pages that the provider itself shows. */
export interface ProviderPages {
  signOut(context: KoaContextWithOIDC, form: string): Promise<void>
  signedOut(context: KoaContextWithOIDC): Promise<void>
  error(context: KoaContextWithOIDC, error: Error): Promise<void>
  nothingHere(context: KoaContext): Promise<void>
}

export interface ProviderOptions {
  readonly issuer: string
  readonly database: Kysely<IdentityTables>
  readonly keys: Keys
  /** Finds the metadata of a client, as the provider needs it. Undefined for a client of another issuer. */
  readonly findClient: FindClient
  /** Finds what we know about a client, such as its brand and its scopes. */
  readonly findSignInClient: (clientId: string) => SignInClient | undefined
  readonly pages: ProviderPages
  /** A keyed hash of the network that an IP address belongs to. */
  networkOf(address: string): string
  /** Reports that the use of a session could not be stored. The customer has got the token anyway. */
  failed(error: unknown): void
}

/** Creates the OpenID provider: authorization code with PKCE for public clients, and access tokens for our API. */
export function createProvider(options: ProviderOptions): Provider {
  const provider = new Provider(options.issuer, configuration(options))
  // Trusts the forwarding headers: the edge in front of the provider names the requested host in them.
  provider.proxy = true
  hashSecrets(provider)
  provider.use(async (context, next) => {
    await next().catch((error: unknown) => {
      // The provider handles most errors itself, but not those of saving the session at the end of a request.
      if (!(error instanceof DatabaseUnavailable)) throw error
      context.status = 500
      answerUnavailable(context, error)
    })
    if (context.status === 404 && !context.body && context.accepts('html')) await options.pages.nothingHere(context)
    if (context.path === '/.well-known/openid-configuration') addApiScopes(context)
  })
  // The customer gets the token without waiting until its use is stored, and even if storing fails.
  provider.on('grant.success', (context) => {
    noteTokenUse(options, context).catch((error: unknown) => options.failed(error))
  })
  return provider
}

/** Adds the scopes of our API to the discovery document. The provider lists only its own. */
function addApiScopes(context: KoaContext): void {
  const document: unknown = context.body
  if (typeof document !== 'object' || document === null || !('scopes_supported' in document)) return
  context.body = { ...document, scopes_supported: [...openIdScopes, ...apiScopes] }
}

/** Our API, as the resource that access tokens are issued for. */
export const apiResource: ResourceServer = {
  scope: apiScopes.join(' '),
  audience: apiAudience,
  accessTokenFormat: 'jwt',
  accessTokenTTL: accessTokenSeconds,
  jwt: { sign: { alg: 'ES256' } },
}

function configuration(options: ProviderOptions): Configuration {
  const { database, keys, findClient, findSignInClient } = options
  return {
    adapter: createAdapterFactory(database, findClient),
    jwks: { keys: keys.signing },
    cookies: {
      keys: keys.cookies,
      names: { session: 'identity_session', interaction: 'identity_interaction', resume: 'identity_resume' },
      long: { httpOnly: true, sameSite: 'lax', signed: true, path: '/identity' },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    scopes: [...openIdScopes],
    claims: {
      openid: ['sub', 'idp_type', 'idp_sub', 'auth_method'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientDefaults: { id_token_signed_response_alg: 'ES256', token_endpoint_auth_method: 'none' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    // The origin `null` is refused: a redirect URI with a scheme of its own, such as com.example.frame:, has this
    // origin, but so has every sandboxed frame.
    clientBasedCORS: (_context, origin, client) =>
      origin !== 'null' && (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin),
    findAccount: accountFinder(database),
    extraTokenClaims: async (context, token) => {
      if (!('accountId' in token)) return undefined
      // Only programs of the retailer get the time of the sign-in. Services refuse sensitive changes with a token that
      // lacks it.
      const isTrusted = isOfRetailer(options, token.clientId)
      const claims = await accessTokenClaims(database, token.accountId, isTrusted ? authTimeOf(context) : undefined)
      return claims && { ...claims, ...sessionClaims(context, token) }
    },
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    loadExistingGrant: grantLoader({ database, findClient: findSignInClient }),
    formats: { customizers: { jwt: (_context, token, { payload }) => writeScopes(options, token, payload) } },
    interactions: { policy: promptPolicy(), url: (_context, interaction) => promptPath(interaction) },
    features: features(options),
    renderError: async (context, _out, error) => options.pages.error(context, error),
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: 60,
      ClientCredentials: accessTokenSeconds,
      Grant: (_context, { clientId }) => (isSite(options, clientId) ? signInSeconds : grantSeconds),
      IdToken: accessTokenSeconds,
      Interaction: interactionSeconds,
      // This is only an upper limit: most refresh tokens end earlier, with their session.
      RefreshToken: (_context, { scopes }) => (scopes.has('offline_access') ? offlineSeconds : signInSeconds),
      Session: (_context, session) => remainingSeconds(session),
    },
  }
}

function features({ pages, findSignInClient }: ProviderOptions): NonNullable<Configuration['features']> {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    clientCredentials: { enabled: true },
    revocation: {
      enabled: true,
      allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
    },
    // Clients learn about the account from the identity token; access tokens are only for the API.
    userinfo: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => apiAudience,
      useGrantedResource: () => true,
      getResourceServerInfo(_context, resource, { clientId }) {
        if (resource !== apiAudience) throw new errors.InvalidTarget()
        return { ...apiResource, scope: findSignInClient(clientId)?.scopes.join(' ') ?? '' }
      },
    },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: async (context, form) => pages.signOut(context, form),
      postLogoutSuccessSource: async (context) => pages.signedOut(context),
    },
  }
}

/**
 * The path of an interaction's page. The path names the client, so that the page can use the client's design even after
 * the interaction has expired.
 */
export function interactionPath({ uid, params }: Pick<Interaction, 'uid' | 'params'>, below = ''): string {
  const client = typeof params.client_id === 'string' ? params.client_id : ''
  return `/identity/interaction/${encodeURIComponent(uid)}${below}?client=${encodeURIComponent(client)}`
}

/** True for our own sites, whose tokens have all scopes although they request none. */
function isSite({ findSignInClient }: ProviderOptions, clientId: string | undefined): boolean {
  return clientId !== undefined && findSignInClient(clientId)?.registered === null
}

/** True for our own sites, and for the clients of the retailer's own teams. */
function isOfRetailer({ findSignInClient }: ProviderOptions, clientId: string | undefined): boolean {
  const client = clientId === undefined ? undefined : findSignInClient(clientId)
  return client !== undefined && isOurs(client)
}

/**
 * Writes the claim `scope` into an access token. The claim is never left out: services accept a token without it for
 * every call, because earlier releases issued such tokens.
 */
function writeScopes(
  options: ProviderOptions,
  { clientId, scope }: AccessToken | ClientCredentials,
  payload: UnknownObject,
): void {
  payload['scope'] = isSite(options, clientId) ? apiScopes.join(' ') : (scope ?? '')
}

/**
 * Makes the provider compare the digests of secrets. Clients are stored with digests, so that a copy of their files
 * cannot be used to sign in.
 */
function hashSecrets(provider: Provider): void {
  Object.defineProperty(provider.Client.prototype, 'compareClientSecret', {
    value(this: { readonly clientSecret?: string }, given: string) {
      return this.clientSecret !== undefined && isSameDigest(this.clientSecret, digestOfSecret(given))
    },
  })
}

/**
 * When the customer entered the password or used a passkey (s since 1970), from the code or refresh token that is
 * exchanged for an access token. Undefined for `npm run token`, which makes no such exchange.
 */
function authTimeOf(context: KoaContextWithOIDC | undefined): number | undefined {
  const { AuthorizationCode: code, RefreshToken: refreshToken } = context?.oidc?.entities ?? {}
  return (code ?? refreshToken)?.authTime
}

/**
 * The session of a token (`sid`), if the token ends with it, and how the customer has proved to own the account (`amr`,
 * RFC 8176). A token of `npm run token` has neither claim.
 */
function sessionClaims(
  context: KoaContextWithOIDC | undefined,
  { sessionUid, expiresWithSession }: AccessToken,
): UnknownObject {
  const { AuthorizationCode: code, RefreshToken: refreshToken } = context?.oidc?.entities ?? {}
  const amr = (code ?? refreshToken)?.amr
  return { ...(sessionUid !== undefined && expiresWithSession === true && { sid: sessionUid }), ...(amr && { amr }) }
}

/** Stores the use of a session, or of an app's connection, each time a token was issued for it. */
async function noteTokenUse(options: ProviderOptions, { oidc, ip, headers }: KoaContextWithOIDC): Promise<void> {
  const { AccessToken: token, AuthorizationCode: code, RefreshToken: refreshToken } = oidc.entities
  if (!token) return
  if (!isSite(options, token.clientId)) await noteConnectionUse(options.database, token.accountId, token.clientId ?? '')
  // A token with `offline_access` outlives the session, so its use does not show that the browser was used.
  if (token.sessionUid === undefined || token.expiresWithSession !== true) return
  const authTime = (code ?? refreshToken)?.authTime
  await noteUse(options.database, {
    id: token.sessionUid,
    accountId: token.accountId,
    signedInAt: authTime === undefined ? new Date() : new Date(authTime * 1000),
    network: options.networkOf(ip),
    ...deviceWords(headers['user-agent']),
  })
}

function promptPath(interaction: Interaction): string {
  const { name } = interaction.prompt
  // The registration page is at the path of the sign-in page. The cookie of the interaction is valid only below its
  // path, and both pages need the cookie, because they link to each other.
  if (name === 'create') return `${interactionPath(interaction)}&prompt=create`
  return interactionPath(interaction, promptPaths[isPromptName(name) ? name : 'login'])
}

/**
 * A sign-in ends 14 days after the customer entered the password or used a passkey. The provider stores the session
 * again at each request of a site; that must not extend the sign-in. Refresh tokens end with their session.
 */
function remainingSeconds({ loginTs }: { readonly loginTs?: number | undefined }): number {
  const now = Math.floor(Date.now() / 1_000)
  return Math.max(1, (loginTs ?? now) + signInSeconds - now)
}
