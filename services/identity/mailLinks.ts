import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { DeviceAccount } from './devices.ts'
import type { IdentityTables } from './tables.ts'

/** Creates a link's token for an account. Only its digest is stored. */
export async function createMailLink(
  database: Kysely<IdentityTables>,
  accountId: string,
  lifetimeSeconds: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(Date.now() + lifetimeSeconds * 1000)
  await database
    .insertInto('mail_links')
    .values({ id: digest(token), account_id: accountId, expires_at })
    .execute()
  return token
}

/**
 * Uses a link. A link works only once, even if two requests use it at the same moment. The visitor has proved to own
 * the address of the account, so the address is confirmed.
 * @returns the account; null if the link is unknown, used or expired
 */
export async function useMailLink(
  { platform, database }: { readonly platform: Platform; readonly database: Kysely<IdentityTables> },
  token: string,
): Promise<DeviceAccount | null> {
  return database.transaction().execute(async (transaction) => {
    const used = await transaction
      .deleteFrom('mail_links')
      .where('id', '=', digest(token))
      .where('expires_at', '>', new Date())
      .returning('account_id')
      .executeTakeFirst()
    if (!used) return null
    const account = await transaction
      .selectFrom('accounts')
      .select(['id', 'password_hash as passwordHash', 'email_state'])
      .where('id', '=', used.account_id)
      .forUpdate()
      .executeTakeFirst()
    if (!account) return null
    if (account.email_state !== 'confirmed') {
      await transaction.updateTable('accounts').set({ email_state: 'confirmed' }).where('id', '=', account.id).execute()
      await platform.events.append(transaction, [{ type: 'account.confirmed', owner: account.id, data: {} }])
    }
    return { id: account.id, passwordHash: account.passwordHash }
  })
}

export async function deleteExpiredLinks(database: Kysely<IdentityTables>): Promise<void> {
  await database.deleteFrom('mail_links').where('expires_at', '<', new Date()).execute()
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
