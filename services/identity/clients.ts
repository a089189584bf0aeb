import type { ClientMetadata } from 'oidc-provider'

/** The brands with a sign-in, and the sub-domain of the public host that each uses. */
const brands = [
  { brand: 'keepsake', subdomain: null },
  { brand: 'lumina', subdomain: 'lumina' },
] as const

/** A site that sends visitors here to sign in. */
export interface SignInClient {
  readonly clientId: string
  /** Its origin: `http://lumina.localhost:4000`. */
  readonly origin: string
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris: readonly string[]
}

/** All clients: one per brand, and the API explorer of the gateway. */
export function signInClients(publicUrl: string): readonly SignInClient[] {
  const clients = brands.map(({ brand, subdomain }) => {
    const origin = originOf(publicUrl, subdomain)
    return {
      clientId: `${brand}-web`,
      origin,
      redirectUris: [`${origin}/auth/callback`, `${origin}/`],
      postLogoutRedirectUris: [`${origin}/`],
    }
  })
  const origin = originOf(publicUrl, null)
  const explorer = { clientId: 'graphiql', origin, redirectUris: [`${origin}/graphql`] }
  return [...clients, { ...explorer, postLogoutRedirectUris: [`${origin}/graphql`] }]
}

/**
 * The same clients in the OpenID provider's form. They are public clients (they have no secret), so only PKCE proves
 * who asks for the tokens.
 */
export function providerClients(clients: readonly SignInClient[]): ClientMetadata[] {
  return clients.map((client) => ({
    client_id: client.clientId,
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...client.postLogoutRedirectUris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'web',
  }))
}

function originOf(publicUrl: string, subdomain: string | null): string {
  const url = new URL(publicUrl)
  if (subdomain !== null) url.host = `${subdomain}.${url.host}`
  return url.origin
}
