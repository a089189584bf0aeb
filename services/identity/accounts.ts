import type { Kysely, Transaction } from 'kysely'
import { v7 as uuidv7, validate as isUuid } from 'uuid'
import { emailKey } from '../platform/emailKey.ts'
import { isAddressTaken, lockAddresses } from './addresses.ts'
import { findDeletion } from './deletion/deletions.ts'
import type { DeviceAccount } from './devices.ts'
import type { EmailState, IdentityTables } from './tables.ts'

/** The facts about an account that tokens contain. */
export interface AccountFacts {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly business: boolean
  readonly emailState: EmailState
  /** When all sign-ins of the account were last ended. Null: never. */
  readonly signedOutAt: Date | null
}

export interface NewAccount {
  /** Default: a new id. */
  readonly id?: string
  readonly name: string
  readonly email: string
  readonly passwordHash: string
  readonly business: boolean
  readonly demo: boolean
  readonly emailState: EmailState
  readonly termsAcceptedAt: Date | null
}

/**
 * @returns null if there is no account with this id
 */
export async function findAccountById(database: Kysely<IdentityTables>, id: string): Promise<AccountFacts | null> {
  if (!isUuid(id)) return null
  const account = await database
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'business', 'email_state as emailState', 'signed_out_at as signedOutAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  return account ?? null
}

/** The facts about an account that its known devices depend on. Null: no account has this id. */
export async function findDeviceAccount(database: Kysely<IdentityTables>, id: string): Promise<DeviceAccount | null> {
  const account = await database
    .selectFrom('accounts')
    .select(['id', 'password_hash as passwordHash'])
    .where('id', '=', id)
    .executeTakeFirst()
  return account ?? null
}

/**
 * Finds an account that may sign in.
 * @returns null if there is no account with this id, it was closed, or it is being erased
 */
export async function findOpenAccount(
  database: Kysely<IdentityTables>,
  id: string,
): Promise<(AccountFacts & { readonly passwordHash: string }) | null> {
  if (!isUuid(id)) return null
  const account = await database
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'business', 'email_state as emailState', 'signed_out_at as signedOutAt'])
    .select('password_hash as passwordHash')
    .where('id', '=', id)
    .where('password_hash', 'is not', null)
    .$narrowType<{ passwordHash: string }>()
    .executeTakeFirst()
  return account && !(await isBeingErased(database, account.id)) ? account : null
}

/** @returns the account with its password hash, or null */
export async function findAccountByEmail(
  database: Kysely<IdentityTables>,
  email: string,
): Promise<(AccountFacts & { readonly passwordHash: string | null; readonly demo: boolean }) | null> {
  const account = await database
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'business', 'demo', 'email_state as emailState', 'signed_out_at as signedOutAt'])
    .select('password_hash as passwordHash')
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst()
  return account ?? null
}

/** Like `findAccountByEmail`, but does not find an account that is being erased: its address counts as unknown. */
export async function findOpenAccountByEmail(
  database: Kysely<IdentityTables>,
  email: string,
): ReturnType<typeof findAccountByEmail> {
  const account = await findAccountByEmail(database, email)
  return account && !(await isBeingErased(database, account.id)) ? account : null
}

async function isBeingErased(database: Kysely<IdentityTables>, id: string): Promise<boolean> {
  return (await findDeletion(database, id))?.state === 'erasing'
}

/**
 * Inserts an account, which counts as announced. So the caller must append its event (`registered`) in the same
 * transaction.
 * @returns the new account's id; null if the e-mail address has an account already, or is reserved for one
 */
export async function insertAccount(
  transaction: Transaction<IdentityTables>,
  account: NewAccount,
): Promise<string | null> {
  const key = emailKey(account.email)
  await lockAddresses(transaction, [key])
  if (await isAddressTaken(transaction, key, null)) return null
  const inserted = await transaction
    .insertInto('accounts')
    .values({
      id: account.id ?? uuidv7(),
      email: account.email.trim(),
      email_key: key,
      name: account.name.trim(),
      password_hash: account.passwordHash,
      business: account.business,
      demo: account.demo,
      email_state: account.emailState,
      terms_accepted_at: account.termsAcceptedAt,
      announced: true,
      announced_business: true,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

/** Replaces a password hash by one with the current cost, unless the password was changed meanwhile. */
export async function replacePasswordHash(
  database: Kysely<IdentityTables>,
  id: string,
  hashes: { from: string; to: string },
): Promise<void> {
  await database
    .updateTable('accounts')
    .set({ password_hash: hashes.to })
    .where('id', '=', id)
    .where('password_hash', '=', hashes.from)
    .execute()
}

/** Gives an account another password. That also makes all its devices unknown. */
export async function setPassword(
  transaction: Transaction<IdentityTables>,
  id: string,
  passwordHash: string,
): Promise<void> {
  await transaction
    .updateTable('accounts')
    .set({ password_hash: passwordHash, password_changed_at: new Date() })
    .where('id', '=', id)
    .execute()
}

/**
 * Locks and returns the account's row. The lock lasts until the transaction ends, so that changes of the account happen
 * one after the other.
 */
export async function lockAccount(transaction: Transaction<IdentityTables>, accountId: string) {
  return transaction
    .selectFrom('accounts')
    .select(['id', 'email', 'email_key', 'name', 'email_state'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
