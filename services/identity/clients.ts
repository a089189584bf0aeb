import type { ClientMetadata } from 'oidc-provider'
import type { FindClient } from './adapter.ts'
import type { Brand } from '../platform/brands/brand.ts'
import type { Platform } from '../platform/platform.ts'

/** A site that sends visitors here to sign in. */
export interface SignInClient {
  readonly clientId: string
  readonly brand: Brand
  /** The authority that signs its visitors in; null: our own issuer. */
  readonly authority: string | null
  /** Its origins; the first is the main one, such as `http://lumina.localhost:4000`. */
  readonly origins: readonly [string, ...string[]]
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris: readonly string[]
}

type ClientSources = Pick<Platform, 'config' | 'brands'>

/** All clients as the brands are now: one per brand, and the API explorer of the gateway. */
export function signInClients({ config, brands }: ClientSources): readonly [SignInClient, ...SignInClient[]] {
  const [first, ...others] = brands.all()
  const { origin } = new URL(config.publicUrl)
  const explorer = {
    clientId: 'graphiql',
    brand: first,
    authority: null,
    origins: [origin],
    redirectUris: [`${origin}/graphql`],
    postLogoutRedirectUris: [`${origin}/graphql`],
  } as const
  return [clientOf(first), ...others.map(clientOf), explorer]
}

function clientOf(brand: Brand): SignInClient {
  const { clientId, origin, origins, authority } = brand
  const urlsOf = (path: string) => origins.map((one) => `${one}${path}`)
  return {
    clientId,
    brand,
    authority,
    origins: [origin, ...origins.filter((one) => one !== origin)],
    redirectUris: [...urlsOf('/auth/callback'), ...urlsOf('/')],
    postLogoutRedirectUris: urlsOf('/'),
  }
}

/** Finds the client of an authority with an id, in the OpenID provider's form. */
export function clientFinder(sources: ClientSources, authority: string | null): FindClient {
  return (clientId) => {
    const client = signInClients(sources).find((one) => one.clientId === clientId && one.authority === authority)
    return client && providerClient(client)
  }
}

/**
 * A client in the OpenID provider's form. It is a public client (it has no secret), so only PKCE proves who asks for the
 * tokens.
 */
function providerClient(client: SignInClient): ClientMetadata {
  return {
    client_id: client.clientId,
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...client.postLogoutRedirectUris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'web',
  }
}
