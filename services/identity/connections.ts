import { type Kysely, sql, type Transaction } from 'kysely'
import { lockAccount } from './accounts.ts'
import type { IdentityTables } from './tables.ts'

/** An app that a customer has allowed to use the account. */
export interface Connection {
  readonly clientId: string
  readonly name: string
  /** Separated by spaces. They include the scopes of OpenID. */
  readonly scopes: string
  readonly connectedAt: Date
  /** When it last got a token. Null: never. */
  readonly lastUsedAt: Date | null
}

/** Maximum number of apps in a list. Longer lists show the most recently connected apps. */
const longestList = 100

/** Stores what a customer has allowed. Earlier scopes of the same app stay allowed. */
export async function storeConnection(
  database: Kysely<IdentityTables>,
  accountId: string,
  { clientId, name, scopes }: Pick<Connection, 'clientId' | 'name' | 'scopes'>,
): Promise<void> {
  await database.transaction().execute(async (change) => {
    // Two consents at once must not lose the scopes of one of them.
    await lockAccount(change, accountId)
    const known = await findScopes(change, accountId, clientId)
    const all = [...new Set([...known, ...scopes.split(' ')])].join(' ')
    await change
      .insertInto('connections')
      .values({ account_id: accountId, client_id: clientId, name, scopes: all })
      .onConflict((conflict) => conflict.columns(['account_id', 'client_id']).doUpdateSet({ name, scopes: all }))
      .execute()
  })
}

/** The scopes that a customer has allowed an app, including those of OpenID. */
export async function findScopes(
  database: Kysely<IdentityTables>,
  accountId: string,
  clientId: string,
): Promise<readonly string[]> {
  const row = await database
    .selectFrom('connections')
    .select('scopes')
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row?.scopes.split(' ') ?? []
}

/** The query of all apps of an account, without an order. */
export function selectConnections(database: Kysely<IdentityTables>, accountId: string) {
  return database
    .selectFrom('connections')
    .select(['client_id as clientId', 'name', 'scopes', 'connected_at as connectedAt', 'last_used_at as lastUsedAt'])
    .where('account_id', '=', accountId)
}

/** The apps of an account, most recently connected first. At most 100. */
export async function listConnections(database: Kysely<IdentityTables>, accountId: string): Promise<Connection[]> {
  return selectConnections(database, accountId)
    .orderBy('connected_at', 'desc')
    .orderBy('client_id')
    .limit(longestList)
    .execute()
}

/** Stores that an app got a token. */
export async function noteConnectionUse(
  database: Kysely<IdentityTables>,
  accountId: string,
  clientId: string,
): Promise<void> {
  await database
    .updateTable('connections')
    .set({ last_used_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .execute()
}

/**
 * Ends the access of an app: it gets no further token. Its current tokens expire within ten minutes.
 * @returns false if the app was not connected
 */
export async function disconnect(
  database: Kysely<IdentityTables>,
  accountId: string,
  clientId: string,
): Promise<boolean> {
  return database.transaction().execute(async (change) => {
    const { numDeletedRows } = await change
      .deleteFrom('connections')
      .where('account_id', '=', accountId)
      .where('client_id', '=', clientId)
      .executeTakeFirstOrThrow()
    await endGrantsOf(change, accountId, clientId)
    return numDeletedRows > 0n
  })
}

/** Deletes the grants first, so that no further token can be saved for them. Then deletes their codes and tokens. */
async function endGrantsOf(change: Transaction<IdentityTables>, accountId: string, clientId: string): Promise<void> {
  const grants = await change
    .deleteFrom('provider_records')
    .where('model', '=', 'Grant')
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .returning('id')
    .execute()
  if (grants.length === 0) return
  const ids = grants.map(({ id }) => id)
  await change.deleteFrom('provider_records').where('grant_id', 'in', ids).execute()
}
