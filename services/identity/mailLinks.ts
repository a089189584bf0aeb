import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { DeviceAccount } from './devices.ts'
import type { EmailState, IdentityTables } from './tables.ts'

/**
 * What a mailed token is for. `link`: confirms the address of its account, and makes a browser known. `emailChange`:
 * confirms another e-mail address. `emailRevert`: restores the e-mail address that the account had before.
 * `passwordReset`: sets a new password. `accountDeletion`: confirms the deletion of the account. `deletionUndo`: undoes
 * a deletion; this token is not mailed, but is in the page that follows a sign-in.
 */
export type MailedTokenKind =
  | 'link'
  | 'emailChange'
  | 'emailRevert'
  | 'passwordReset'
  | 'accountDeletion'
  | 'deletionUndo'

/** How long (s) a token that confirms a change is valid. */
export const changeTokenSeconds = 8 * 60 * 60

/** For how long (days) a token is known after it has expired or was used. */
const daysKnown = 30

/** A token that is about to be mailed. */
export interface NewMailedToken {
  readonly kind: MailedTokenKind
  readonly accountId: string
  readonly lifetimeSeconds: number
  /** The data of the token, such as a new e-mail address. The code that uses the token validates them. */
  readonly data?: Readonly<Record<string, string>>
}

/**
 * A token that somebody has sent. `used`: also if a newer token has replaced it. `otherAccount`: it was mailed to
 * another account than the one that sends it.
 */
export type MailedToken =
  | { readonly state: 'valid'; readonly accountId: string; readonly data: unknown; readonly expires: Date }
  | { readonly state: 'used' | 'expired' | 'unknown' | 'otherAccount' }

/** The token that a visitor has sent. With `accountId`, it must be a token of this account. */
export interface ExpectedToken {
  readonly kind: MailedTokenKind
  readonly token: string
  readonly accountId?: string
}

/** Creates a token of 256 random bits, for a link in a mail. Only its digest is stored. */
export async function createMailedToken(database: Kysely<IdentityTables>, mailed: NewMailedToken): Promise<string> {
  const { kind, accountId, lifetimeSeconds, data = {} } = mailed
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(Date.now() + lifetimeSeconds * 1000)
  await database
    .insertInto('mail_links')
    .values({ id: digest(kind, token), account_id: accountId, kind, data: JSON.stringify(data), expires_at })
    .execute()
  return token
}

/** Looks at a token without using it. */
export async function findMailedToken(
  database: Kysely<IdentityTables>,
  { kind, token, accountId }: ExpectedToken,
): Promise<MailedToken> {
  const row = await database
    .selectFrom('mail_links')
    .select(['account_id', 'data', 'expires_at', 'used_at'])
    .where('id', '=', digest(kind, token))
    .executeTakeFirst()
  if (!row) return { state: 'unknown' }
  if (accountId !== undefined && row.account_id !== accountId) return { state: 'otherAccount' }
  if (row.used_at) return { state: 'used' }
  if (row.expires_at <= new Date()) return { state: 'expired' }
  return { state: 'valid', accountId: row.account_id, data: row.data, expires: row.expires_at }
}

/**
 * Uses a token. It works only once, even if two requests use it at the same moment. If the transaction is rolled back,
 * the token stays valid. A token of another account is not used.
 */
export async function useMailedToken(
  transaction: Transaction<IdentityTables>,
  expected: ExpectedToken,
): Promise<MailedToken> {
  const found = await findMailedToken(transaction, expected)
  if (found.state !== 'valid') return found
  const now = new Date()
  const used = await transaction
    .updateTable('mail_links')
    .set({ used_at: now, expires_at: now })
    .where('id', '=', digest(expected.kind, expected.token))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n ? found : { state: 'used' }
}

/** Makes all tokens of these kinds invalid that were mailed to an account. @returns how many were valid */
export async function endMailedTokens(
  transaction: Kysely<IdentityTables>,
  accountId: string,
  kinds: readonly MailedTokenKind[],
): Promise<number> {
  const now = new Date()
  const ended = await transaction
    .updateTable('mail_links')
    .set({ used_at: now, expires_at: now })
    .where('account_id', '=', accountId)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

/**
 * Makes all tokens invalid that were mailed to an account, because somebody else may have asked for them. Only tokens
 * that restore an earlier e-mail address stay valid.
 */
export async function endAllMailedTokens(transaction: Kysely<IdentityTables>, accountId: string): Promise<void> {
  const now = new Date()
  await transaction
    .updateTable('mail_links')
    .set({ used_at: now, expires_at: now })
    .where('account_id', '=', accountId)
    .where('kind', '!=', 'emailRevert')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}

/**
 * Uses a link of the kind `link`. The visitor has proved to own the address of the account, so the address is
 * confirmed.
 * @returns the account; null if the link is unknown, used or expired
 */
export async function confirmByMailLink(
  { platform, database }: { readonly platform: Platform; readonly database: Kysely<IdentityTables> },
  token: string,
): Promise<DeviceAccount | null> {
  return database.transaction().execute(async (transaction) => {
    const expected = { kind: 'link', token } as const
    const found = await findMailedToken(transaction, expected)
    if (found.state !== 'valid') return null
    // Every change that ends tokens of an account locks the account before a token, so that two changes cannot
    // deadlock.
    const account = await transaction
      .selectFrom('accounts')
      .select(['id', 'password_hash as passwordHash', 'email_state'])
      .where('id', '=', found.accountId)
      .forUpdate()
      .executeTakeFirst()
    if (!account) return null
    const used = await useMailedToken(transaction, expected)
    if (used.state !== 'valid') return null
    await confirmAddress(platform, transaction, account)
    return { id: account.id, passwordHash: account.passwordHash }
  })
}

/** Confirms the address of an account, because the visitor has proved to own it. */
export async function confirmAddress(
  platform: Platform,
  transaction: Transaction<IdentityTables>,
  { id, email_state: state }: { readonly id: string; readonly email_state: EmailState },
): Promise<void> {
  if (state === 'confirmed') return
  await transaction.updateTable('accounts').set({ email_state: 'confirmed' }).where('id', '=', id).execute()
  await platform.events.append(transaction, [{ type: 'account.confirmed', owner: id, data: {} }])
}

export async function deleteExpiredLinks(database: Kysely<IdentityTables>): Promise<void> {
  const before = new Date(Date.now() - daysKnown * 24 * 60 * 60 * 1000)
  await database.deleteFrom('mail_links').where('expires_at', '<', before).execute()
}

/** A token of one kind cannot be used as another kind, because the digest covers the kind. */
function digest(kind: MailedTokenKind, token: string): string {
  return createHash('sha256')
    .update(kind === 'link' ? token : `${kind}\n${token}`)
    .digest('base64url')
}
