import type { Kysely } from 'kysely'
import {
  type AccessToken,
  type Configuration,
  errors,
  type Interaction,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
  type ResourceServer,
  type UnknownObject,
} from 'oidc-provider'
import { createAdapterFactory, type FindClient } from './adapter.ts'
import { accessTokenClaims, accountFinder } from './claims.ts'
import type { Keys } from './keys.ts'
import { noteUse } from './sessions.ts'
import type { IdentityTables } from './tables.ts'
import { deviceWords } from './userAgents.ts'

/** The audience of access tokens: our API only. */
export const apiAudience = 'urn:keepsake:api'

const accessTokenSeconds = 10 * 60
const signInSeconds = 14 * 24 * 60 * 60
const interactionSeconds = 60 * 60
/** How old the sign-in may be when a passkey is added. */
const recentSignInSeconds = 5 * 60
const scopes = 'openid email profile'

/** The paths of the pages between a site's request and the answer to it, below that of the interaction. */
const promptPaths = { login: '', passkey: '/new-passkey', password: '/new-password' } as const

/**
 * Why a site's request leads to a page. `passkey` and `password`: the site lets the customer add a passkey, or change
 * the password.
 */
export type PromptName = keyof typeof promptPaths

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
  readonly findClient: FindClient
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
  provider.use(async (context, next) => {
    await next()
    if (context.status === 404 && !context.body && context.accepts('html')) await options.pages.nothingHere(context)
  })
  // The customer gets the token without waiting for this, and even if it fails.
  provider.on('grant.success', (context) => {
    noteTokenUse(options, context).catch((error: unknown) => options.failed(error))
  })
  return provider
}

/** Our API, as tokens describe it. */
export const apiResource: ResourceServer = {
  scope: '',
  audience: apiAudience,
  accessTokenFormat: 'jwt',
  accessTokenTTL: accessTokenSeconds,
  jwt: { sign: { alg: 'ES256' } },
}

function configuration({ database, keys, findClient, pages }: ProviderOptions): Configuration {
  return {
    adapter: createAdapterFactory(database, findClient),
    jwks: { keys: keys.signing },
    cookies: {
      keys: keys.cookies,
      names: { session: 'identity_session', interaction: 'identity_interaction', resume: 'identity_resume' },
      long: { httpOnly: true, sameSite: 'lax', signed: true, path: '/identity' },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    scopes: scopes.split(' '),
    claims: {
      openid: ['sub', 'idp_type', 'idp_sub', 'auth_method'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientAuthMethods: ['none'],
    clientDefaults: { id_token_signed_response_alg: 'ES256', token_endpoint_auth_method: 'none' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientBasedCORS: (_context, origin, client) =>
      (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin),
    findAccount: accountFinder(database),
    extraTokenClaims: async (context, token) => {
      if (!('accountId' in token)) return undefined
      const claims = await accessTokenClaims(database, token.accountId, authTimeOf(context))
      return claims && { ...claims, ...sessionClaims(context, token) }
    },
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    loadExistingGrant: grantWithoutAsking,
    interactions: { policy: policy(), url: (_context, interaction) => promptPath(interaction) },
    features: features(pages),
    renderError: async (context, _out, error) => pages.error(context, error),
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: 60,
      Grant: signInSeconds,
      IdToken: accessTokenSeconds,
      Interaction: interactionSeconds,
      // An upper limit: the session of the token ends earlier.
      RefreshToken: signInSeconds,
      Session: (_context, session) => remainingSeconds(session),
    },
  }
}

function features(pages: ProviderPages): NonNullable<Configuration['features']> {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
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
      getResourceServerInfo(_context, resource) {
        if (resource !== apiAudience) throw new errors.InvalidTarget()
        return apiResource
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

/**
 * When the customer entered the password or used a passkey (s since 1970), from the code or refresh token that is
 * exchanged for an access token. Undefined outside of a request: `npm run token`.
 */
function authTimeOf(context: KoaContextWithOIDC | undefined): number | undefined {
  const { AuthorizationCode: code, RefreshToken: refreshToken } = context?.oidc?.entities ?? {}
  return (code ?? refreshToken)?.authTime
}

/**
 * The session of a token (`sid`), and how the customer has proved to own the account (`amr`, RFC 8176). None for a
 * token of `npm run token`.
 */
function sessionClaims(context: KoaContextWithOIDC | undefined, { sessionUid }: AccessToken): UnknownObject {
  const { AuthorizationCode: code, RefreshToken: refreshToken } = context?.oidc?.entities ?? {}
  const amr = (code ?? refreshToken)?.amr
  return { ...(sessionUid !== undefined && { sid: sessionUid }), ...(amr && { amr }) }
}

/** Stores the use of a session after each token that was issued for it. */
async function noteTokenUse(options: ProviderOptions, { oidc, ip, headers }: KoaContextWithOIDC): Promise<void> {
  const { AccessToken: token, AuthorizationCode: code, RefreshToken: refreshToken } = oidc.entities
  if (token?.sessionUid === undefined) return
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
  // The cookie of the interaction is valid below this path, so it must also cover the sign-in page.
  if (name === 'create') return `${interactionPath(interaction)}&prompt=create`
  return interactionPath(interaction, promptPaths[name === 'passkey' || name === 'password' ? name : 'login'])
}

/**
 * Our own sites need no consent. So there are four prompts: registering, signing in, adding a passkey, and changing the
 * password. A site requests all but the second by `prompt=create` (OpenID's "Initiating User Registration"),
 * `prompt=passkey` and `prompt=password`. A change of the password needs no recent sign-in, because its page asks for
 * the current password.
 */
function policy(): interactionPolicy.DefaultPolicy {
  const { base, Check, Prompt } = interactionPolicy
  const prompts = base()
  prompts.remove('consent')
  const checks = prompts.get('login')?.checks
  checks?.add(
    new Check('signed_out', 'all sign-ins of the account were ended', (context) =>
      isSignedOut(context) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
    ),
  )
  checks?.add(
    new Check('account_gone', 'the account does not exist any more', ({ oidc }) =>
      oidc.session?.accountId !== undefined && oidc.account === undefined
        ? Check.REQUEST_PROMPT
        : Check.NO_NEED_TO_PROMPT,
    ),
  )
  checks?.add(
    new Check('passkey_needs_recent_sign_in', 'a passkey needs a recent sign-in', ({ oidc }) =>
      oidc.promptPending('passkey') && oidc.session?.past(recentSignInSeconds) === true
        ? Check.REQUEST_PROMPT
        : Check.NO_NEED_TO_PROMPT,
    ),
  )
  // Before the sign-in, so that the registration page is the first that a visitor sees.
  prompts.add(new Prompt({ name: 'create', requestable: true }), 0)
  prompts.add(new Prompt({ name: 'passkey', requestable: true }))
  prompts.add(new Prompt({ name: 'password', requestable: true }))
  return prompts
}

/**
 * True if the session is older than the moment that ended all sign-ins of its account. Such a session was stored again
 * by a request that ran at that moment.
 */
function isSignedOut({ oidc: { session, account } }: KoaContextWithOIDC): boolean {
  const signedOutAt: unknown = account?.['signedOutAt']
  if (!(signedOutAt instanceof Date) || session?.loginTs === undefined) return false
  return session.loginTs < Math.floor(signedOutAt.getTime() / 1000)
}

async function grantWithoutAsking(context: KoaContextWithOIDC) {
  const { provider, client, session, account } = context.oidc
  if (!client || !session || !account) return undefined
  const grantId = session.grantIdFor(client.clientId)
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  if (existing?.accountId === account.accountId) return existing
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  grant.addOIDCScope(scopes)
  await grant.save()
  return grant
}

/**
 * A sign-in ends 14 days after the customer entered the password or used a passkey. The provider stores the session
 * again at each request of a site; that must not extend the sign-in. Refresh tokens end with their session.
 */
function remainingSeconds({ loginTs }: { readonly loginTs?: number | undefined }): number {
  const now = Math.floor(Date.now() / 1_000)
  return Math.max(1, (loginTs ?? now) + signInSeconds - now)
}
