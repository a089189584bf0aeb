import type { Kysely } from 'kysely'
import { errors, type Interaction, type Provider } from 'oidc-provider'
import { findOpenAccount } from './accounts.ts'
import type { IdentityTables } from './tables.ts'

/** The account of the session that a site's request belongs to. Throws SessionNotFound if the session has ended. */
export async function sessionAccount(
  { provider, database }: { readonly provider: Provider; readonly database: Kysely<IdentityTables> },
  { session: origin }: Interaction,
): Promise<NonNullable<Awaited<ReturnType<typeof findOpenAccount>>>> {
  const session = origin && (await provider.Session.findByUid(origin.uid))
  const account = session?.accountId === undefined ? null : await findOpenAccount(database, session.accountId)
  if (!account || session?.accountId !== origin?.accountId) throw new errors.SessionNotFound('the session has ended')
  return account
}
