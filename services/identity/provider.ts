import type { Kysely } from 'kysely'
import {
  type ClientMetadata,
  type Configuration,
  errors,
  type Interaction,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
  type ResourceServer,
} from 'oidc-provider'
import { createAdapterFactory } from './adapter.ts'
import { accessTokenClaims, accountFinder } from './claims.ts'
import type { Keys } from './keys.ts'
import type { IdentityTables } from './tables.ts'

/** The audience of access tokens: our API only. */
export const apiAudience = 'urn:keepsake:api'

const accessTokenSeconds = 10 * 60
const signInSeconds = 14 * 24 * 60 * 60
const interactionSeconds = 60 * 60
const scopes = 'openid email profile'

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
  readonly clients: ClientMetadata[]
  readonly pages: ProviderPages
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

function configuration({ database, keys, clients, pages }: ProviderOptions): Configuration {
  return {
    adapter: createAdapterFactory(database),
    clients,
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
    extraTokenClaims: async (_context, token) =>
      'accountId' in token ? accessTokenClaims(database, token.accountId) : undefined,
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    loadExistingGrant: grantWithoutAsking,
    interactions: { policy: policy(), url: (_context, interaction) => interactionPath(interaction) },
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

/** Our own sites need no consent, so signing in is the only prompt. */
function policy(): interactionPolicy.DefaultPolicy {
  const prompts = interactionPolicy.base()
  prompts.remove('consent')
  prompts
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check('account_gone', 'the account does not exist any more', (context) =>
        context.oidc.session?.accountId !== undefined && context.oidc.account === undefined
          ? interactionPolicy.Check.REQUEST_PROMPT
          : interactionPolicy.Check.NO_NEED_TO_PROMPT,
      ),
    )
  return prompts
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
 * A sign-in ends 14 days after the password was entered. The provider stores the session again at each request of a site;
 * that must not extend the sign-in. Refresh tokens end with their session.
 */
function remainingSeconds({ loginTs }: { readonly loginTs?: number | undefined }): number {
  const now = Math.floor(Date.now() / 1_000)
  return Math.max(1, (loginTs ?? now) + signInSeconds - now)
}
