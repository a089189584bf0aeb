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
  /** A keyed hash of the network of an address. */
  networkOf(address: string): string
  /** Called when the use of a session could not be stored. */
  failed(error: unknown): void
}

/** Creates the OpenID provider: authorization code with PKCE for public clients, and access tokens for our API. */
export function createProvider(options: ProviderOptions): Provider {
  const provider = new Provider(options.issuer, configuration(options))
  // The edge in front of the provider forwards the requested host.
  provider.proxy = true
  hashSecrets(provider)
  provider.use(async (context, next) => {
    await next().catch((error: unknown) => {
      // Saving the session at the end of a request is outside of the provider's own error handling.
      if (!(error instanceof DatabaseUnavailable)) throw error
      context.status = 500
      answerUnavailable(context, error)
    })
    if (context.status === 404 && !context.body && context.accepts('html')) await options.pages.nothingHere(context)
    if (context.path === '/.well-known/openid-configuration') addApiScopes(context)
  })
  // The customer gets the token without waiting for this, and even if it fails.
  provider.on('grant.success', (context) => {
    noteTokenUse(options, context).catch((error: unknown) => options.failed(error))
  })
  return provider
}

/** The provider lists only its own scopes in the discovery document. */
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
    // A redirect URI with a scheme of its own, such as com.example.frame:, has the origin `null`, like every sandboxed
    // frame.
    clientBasedCORS: (_context, origin, client) =>
      origin !== 'null' && (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin),
    findAccount: accountFinder(database),
    extraTokenClaims: async (context, token) => {
      if (!('accountId' in token)) return undefined
      // Without the time of the sign-in, sensitive changes are refused: they are for programs of the retailer only.
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
      // An upper limit: most tokens end with their session.
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

/** True for our own sites, and for clients that the retailer's own teams have. */
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

/** Clients are stored with the digests of their secrets, so a copy of their files cannot be used to sign in. */
function hashSecrets(provider: Provider): void {
  Object.defineProperty(provider.Client.prototype, 'compareClientSecret', {
    value(this: { readonly clientSecret?: string }, given: string) {
      return this.clientSecret !== undefined && isSameDigest(this.clientSecret, digestOfSecret(given))
    },
  })
}

/**
 * When the customer entered the password or used a passkey (s since 1970), from the code or refresh token that is
 * exchanged for an access token. Undefined outside of a request: `npm run token`.
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

/** Stores the use of a session after each token that was issued for it. */
async function noteTokenUse(options: ProviderOptions, { oidc, ip, headers }: KoaContextWithOIDC): Promise<void> {
  const { AccessToken: token, AuthorizationCode: code, RefreshToken: refreshToken } = oidc.entities
  if (!token) return
  if (!isSite(options, token.clientId)) await noteConnectionUse(options.database, token.accountId, token.clientId ?? '')
  // A token for `offline_access` says nothing about the browser that signed in.
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
  // The cookie of the interaction is valid only below this path, and the sign-in page needs the cookie, too.
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
