import type { Kysely, Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { IdentityTables } from './tables.ts'

/** How many passkeys an account can have. */
export const maximumPasskeys = 20

/** A passkey as its owner sees it. */
export interface PasskeyFacts {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  /** Null until the first sign-in. */
  readonly lastUsedAt: Date | null
}

/** What a check of a signature needs. */
export interface Credential {
  /** The passkey's id. */
  readonly id: string
  readonly accountId: string
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
}

/** The passkeys of an account, the oldest first. */
export async function listPasskeys(database: Kysely<IdentityTables>, accountId: string): Promise<PasskeyFacts[]> {
  return database
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The credentials of an account. A browser that gets them does not create a second passkey on the same device. */
export async function credentialsOf(database: Kysely<IdentityTables>, accountId: string): Promise<Credential[]> {
  const rows = await selectCredentials(database).where('account_id', '=', accountId).execute()
  return rows.map(toCredential)
}

/** @returns null if no account has this credential */
export async function findCredential(
  database: Kysely<IdentityTables>,
  credentialId: string,
): Promise<Credential | null> {
  const row = await selectCredentials(database).where('credential_id', '=', credentialId).executeTakeFirst()
  return row ? toCredential(row) : null
}

/**
 * Adds a passkey.
 * @returns `tooMany` if the account has the maximum number of passkeys, `known` if an account has this credential
 */
export async function insertPasskey(
  change: Transaction<IdentityTables>,
  passkey: Omit<Credential, 'id'> & { readonly name: string },
): Promise<'added' | 'tooMany' | 'known'> {
  // Concurrent additions wait for each other here, so that the count is right.
  await change.selectFrom('accounts').select('id').where('id', '=', passkey.accountId).forUpdate().execute()
  if ((await credentialsOf(change, passkey.accountId)).length >= maximumPasskeys) return 'tooMany'
  const inserted = await change
    .insertInto('passkeys')
    .values({
      id: uuidv7(),
      account_id: passkey.accountId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports.join(' '),
      name: passkey.name,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted ? 'added' : 'known'
}

/**
 * Stores a sign-in with a passkey.
 * @returns false if another sign-in has changed the counter meanwhile, or the passkey was removed
 */
export async function notePasskeyUse(
  database: Kysely<IdentityTables>,
  { id, counter: from }: Credential,
  counter: number,
): Promise<boolean> {
  const updated = await database
    .updateTable('passkeys')
    .set({ counter, last_used_at: new Date() })
    .where('id', '=', id)
    .where('counter', '=', String(from))
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** @returns false if the account has no such passkey */
export async function renamePasskey(
  database: Kysely<IdentityTables>,
  { accountId, id, name }: { readonly accountId: string; readonly id: string; readonly name: string },
): Promise<boolean> {
  const updated = await database
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** @returns the name of the removed passkey; null if the account has no such passkey */
export async function deletePasskey(
  change: Transaction<IdentityTables>,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<string | null> {
  const deleted = await change
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('name')
    .executeTakeFirst()
  return deleted?.name ?? null
}

/** Deletes all passkeys of an account. */
export async function deletePasskeysOf(change: Transaction<IdentityTables>, accountId: string): Promise<void> {
  await change.deleteFrom('passkeys').where('account_id', '=', accountId).execute()
}

function selectCredentials(database: Kysely<IdentityTables>) {
  return database
    .selectFrom('passkeys')
    .select([
      'id',
      'account_id as accountId',
      'credential_id as credentialId',
      'public_key as publicKey',
      'counter',
      'transports',
    ])
}

/**
 * The counter arrives as text, because PostgreSQL sends 64-bit numbers as text. It has only 32 bits, so it fits a
 * number.
 */
function toCredential(
  row: Omit<Credential, 'counter' | 'transports'> & { readonly counter: string; readonly transports: string },
): Credential {
  return { ...row, counter: Number(row.counter), transports: row.transports.split(' ').filter((each) => each !== '') }
}
