import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { IdentityTables } from '../../../services/identity/tables.ts'
import type { Platform } from '../../../services/platform/platform.ts'

/** When the password of an account was changed: a different time for each account. */
export function passwordChangedAt(accountId: string): Date {
  return new Date(Number.parseInt(accountId.slice(-7), 16) * 1_000)
}

/**
 * Inserts a session, a passkey and an app of an account, all labelled with the account's mark, and a change of its
 * password.
 */
export async function insertSignIns(
  platform: Platform,
  { id: accountId, mark }: { readonly id: string; readonly mark: string },
): Promise<{ readonly session: string; readonly passkey: string; readonly connection: string }> {
  const database = platform.database<IdentityTables>('identity')
  const [session, passkey] = [randomBytes(16).toString('base64url'), uuidv7()]
  const now = new Date()
  const payload = JSON.stringify({ uid: session, accountId, authorizations: {} })
  const expires_at = new Date(now.getTime() + 3_600_000)
  await database
    .insertInto('provider_records')
    .values({ model: 'Session', id: uuidv7(), payload, uid: session, expires_at })
    .execute()
  await database
    .insertInto('sessions')
    .values({ id: session, account_id: accountId, signed_in_at: now, last_seen_at: now, browser: mark })
    .execute()
  await database
    .insertInto('passkeys')
    .values({
      id: passkey,
      account_id: accountId,
      credential_id: passkey,
      public_key: '',
      counter: 0,
      transports: '',
      name: mark,
    })
    .execute()
  const changed = { password_changed_at: passwordChangedAt(accountId) }
  await database.updateTable('accounts').set(changed).where('id', '=', accountId).execute()
  const connection = `app-${accountId}`
  await database
    .insertInto('connections')
    .values({ account_id: accountId, client_id: connection, name: mark, scopes: 'openid photos:read' })
    .execute()
  return { session, passkey, connection }
}
