import type { Kysely } from 'kysely'
import type { Grant, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { scopesIn } from '../../schema/rules/scopes.ts'
import type { SignInClient } from './clients.ts'
import { findScopes } from './connections.ts'
import type { IdentityTables } from './tables.ts'

/** The audience of access tokens: our API only. */
export const apiAudience = 'urn:keepsake:api'

/** The scopes of OpenID Connect. `offline_access`: access that does not end with the session of the browser. */
export const openIdScopes = ['openid', 'email', 'profile', 'offline_access'] as const

export interface GrantSources {
  readonly database: Kysely<IdentityTables>
  readonly findClient: (clientId: string) => SignInClient | undefined
}

/**
 * The grant of a customer for a client. A program of the retailer gets all scopes that it may have. Another program
 * gets the scopes that the customer has allowed before, in any browser.
 */
export function grantLoader({ database, findClient }: GrantSources) {
  return async (context: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const { provider, client, session, account } = context.oidc
    const own = client && findClient(client.clientId)
    if (!own || !session || !account) return undefined
    const grantId = session.grantIdFor(own.clientId)
    const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId)
    if (existing?.accountId === account.accountId) return existing
    const scopes = isOurs(own)
      ? [...openIdScopes, ...own.scopes]
      : await findScopes(database, account.accountId, own.clientId)
    if (scopes.length === 0) return undefined
    return createGrant(provider, { accountId: account.accountId, client: own, scopes })
  }
}

/** True for our own sites, and for the clients of the retailer's own teams. */
export function isOurs({ registered }: SignInClient): boolean {
  return registered === null || (registered.kind !== 'service' && registered.ours)
}

/** Stores a new grant. Leaves out scopes that the client may not have. */
async function createGrant(
  provider: Provider,
  given: { readonly accountId: string; readonly client: SignInClient; readonly scopes: readonly string[] },
): Promise<Grant> {
  const grant = new provider.Grant({ accountId: given.accountId, clientId: given.client.clientId })
  addScopes(grant, given)
  await grant.save()
  return grant
}

/** Adds scopes to a grant. Leaves out scopes that the client may not have. */
export function addScopes(
  grant: Grant,
  { client, scopes }: { readonly client: SignInClient; readonly scopes: readonly string[] },
): void {
  const given = new Set(scopes)
  const ofApi = scopesIn(scopes.join(' '))
  grant.addOIDCScope(openIdScopes.filter((scope) => given.has(scope)).join(' '))
  grant.addResourceScope(apiAudience, client.scopes.filter((scope) => ofApi.has(scope)).join(' '))
}
