import type { ClientMetadata } from 'oidc-provider'
import { type Client, originsOf } from '../../clients/clients.ts'
import { type ApiScope, apiScopes } from '../../schema/rules/scopes.ts'
import type { FindClient } from './adapter.ts'
import type { Brand } from '../platform/brands/brand.ts'
import type { Platform } from '../platform/platform.ts'

/** A program that signs customers in, or that acts for itself. */
export interface SignInClient {
  readonly clientId: string
  readonly brand: Brand
  /** The authority that signs its visitors in; null: our own issuer. */
  readonly authority: string | null
  /**
   * The origins of its pages, such as `http://lumina.localhost:4000`; the first is the main one. Empty if the client
   * has no pages.
   */
  readonly origins: readonly string[]
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris: readonly string[]
  /** What it may do. */
  readonly scopes: readonly ApiScope[]
  /** The file of another team's client. Null for our own sites, which get all their scopes without asking for them. */
  readonly registered: Client | null
}

/** Where clients are found. */
export type ClientSources = Pick<Platform, 'config' | 'brands' | 'clients'>

/** Our own sites: one for each current brand, and the API explorer of the gateway. */
export function siteClients({ config, brands }: ClientSources): readonly [SignInClient, ...SignInClient[]] {
  const [first, ...others] = brands.all()
  const { origin } = new URL(config.publicUrl)
  const explorer = {
    clientId: 'graphiql',
    brand: first,
    authority: null,
    origins: [origin],
    redirectUris: [`${origin}/graphql`],
    postLogoutRedirectUris: [`${origin}/graphql`],
    scopes: apiScopes,
    registered: null,
  } as const
  return [siteOf(first), ...others.map(siteOf), explorer]
}

function siteOf(brand: Brand): SignInClient {
  const { clientId, origin, origins, authority } = brand
  const urlsOf = (path: string) => origins.map((one) => `${one}${path}`)
  return {
    clientId,
    brand,
    authority,
    origins: [origin, ...origins.filter((one) => one !== origin)],
    redirectUris: [...urlsOf('/auth/callback'), ...urlsOf('/')],
    postLogoutRedirectUris: urlsOf('/'),
    scopes: apiScopes,
    registered: null,
  }
}

/** Finds the client with an id: a site of ours, or one that the operator has added. */
export function findSignInClient(sources: ClientSources, clientId: string | undefined): SignInClient | undefined {
  if (clientId === undefined) return undefined
  const site = siteClients(sources).find((one) => one.clientId === clientId)
  if (site) return site
  const client = sources.clients.find(clientId)
  const brand = client && sources.brands.find(client.brand)
  return client && brand && registeredClient(client, brand)
}

function registeredClient(client: Client, brand: Brand): SignInClient {
  const signsIn = client.kind !== 'service'
  return {
    clientId: client.id,
    brand,
    authority: brand.authority,
    origins: originsOf(client),
    redirectUris: signsIn ? client.redirectUris : [],
    postLogoutRedirectUris: signsIn ? client.postLogoutRedirectUris : [],
    scopes: client.scopes,
    registered: client,
  }
}

/** Returns the function that finds a client of this authority by its id, in the OpenID provider's form. */
export function clientFinder(sources: ClientSources, authority: string | null): FindClient {
  return (clientId) => {
    const client = findSignInClient(sources, clientId)
    return client?.authority === authority ? providerClient(client) : undefined
  }
}

/**
 * A client in the OpenID provider's form. Pages and native programs are public clients (they have no secret), so only
 * PKCE proves who asks for the tokens.
 */
function providerClient({ clientId, registered, ...client }: SignInClient): ClientMetadata {
  if (registered?.kind === 'service') return serviceClient(clientId, registered.secretDigest)
  return {
    client_id: clientId,
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...client.postLogoutRedirectUris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: registered?.kind === 'native' ? 'native' : 'web',
  }
}

/**
 * A client that acts for itself. The provider compares the digest of the secret that it gets (`hashSecrets` in
 * provider.ts).
 */
function serviceClient(clientId: string, secretDigest: string): ClientMetadata {
  return {
    client_id: clientId,
    client_secret: secretDigest,
    redirect_uris: [],
    grant_types: ['client_credentials'],
    response_types: [],
    token_endpoint_auth_method: 'client_secret_basic',
  }
}
