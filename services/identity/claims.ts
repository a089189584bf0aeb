import type { Kysely } from 'kysely'
import type { Account, FindAccount, UnknownObject } from 'oidc-provider'
import { type AccountFacts, findAccountById } from './accounts.ts'
import { findDeletion } from './deletion/deletions.ts'
import type { IdentityTables } from './tables.ts'

/** What every token says about an account, besides `sub` (docs/architecture.md, "Tokens"). */
export interface IdentityClaims {
  readonly email: string
  readonly email_verified: boolean
  readonly idp_type: 'keepsake'
  readonly idp_sub: string
  readonly auth_method: 'password' | 'b2b'
}

function identityClaims(account: AccountFacts): IdentityClaims {
  return {
    email: account.email,
    email_verified: account.emailState === 'confirmed',
    idp_type: 'keepsake',
    idp_sub: account.id,
    auth_method: account.business ? 'b2b' : 'password',
  }
}

/**
 * The provider's account lookup. Returns undefined for a deleted account, and for one whose deletion is scheduled; then
 * every grant of that account fails.
 */
export function accountFinder(database: Kysely<IdentityTables>): FindAccount {
  return async (_context, id): Promise<Account | undefined> => {
    const account = await findAccountById(database, id)
    if (!account || (await findDeletion(database, id))) return undefined
    return {
      accountId: account.id,
      // `prompts.ts` reads this.
      signedOutAt: account.signedOutAt,
      claims: () => ({ sub: account.id, name: account.name, ...identityClaims(account) }),
    }
  }
}

/**
 * The claims of an access token, read when the token is issued. `auth_time` says when the customer entered the password
 * or used a passkey, in seconds since 1970. A refreshed token keeps it.
 * @param authTime undefined for a token without a sign-in, which then has no `auth_time`
 */
export async function accessTokenClaims(
  database: Kysely<IdentityTables>,
  accountId: string,
  authTime: number | undefined,
): Promise<UnknownObject | undefined> {
  const account = await findAccountById(database, accountId)
  return account ? { ...identityClaims(account), ...(authTime !== undefined && { auth_time: authTime }) } : undefined
}
