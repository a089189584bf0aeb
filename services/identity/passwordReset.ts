import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import { sessionsEnded } from './accountEvents.ts'
import { lockAccount, setPassword } from './accounts.ts'
import type { DeviceAccount } from './devices.ts'
import type { MailPlace } from './mailPlace.ts'
import { endSignIns } from './endSignIns.ts'
import { confirmAddress, findMailedToken, useMailedToken } from './mailLinks.ts'
import { queueChangedPasswordMail } from './passwordMails.ts'
import type { IdentityTables } from './tables.ts'

interface Parts {
  readonly platform: Platform
  readonly database: Kysely<IdentityTables>
}

/**
 * The account whose password a link resets.
 * @returns null if the link is not valid
 */
export async function findResetAccount(
  database: Kysely<IdentityTables>,
  token: string,
): Promise<{ readonly name: string; readonly email: string } | null> {
  const found = await findMailedToken(database, { kind: 'passwordReset', token })
  if (found.state !== 'valid') return null
  const account = await database
    .selectFrom('accounts')
    .select(['name', 'email'])
    .where('id', '=', found.accountId)
    .executeTakeFirst()
  return account ?? null
}

/**
 * Sets a new password by a mailed link, and ends all sign-ins of the account, in one transaction: a person who knew the
 * old password may be signed in. The visitor has read the mail, so the address is confirmed.
 * @returns null if the link is not valid any more
 */
export async function resetPassword(
  { platform, database }: Parts,
  reset: { readonly token: string; readonly passwordHash: string; readonly place: MailPlace },
): Promise<DeviceAccount | null> {
  const { token, passwordHash, place } = reset
  return database.transaction().execute(async (transaction) => {
    const expected = { kind: 'passwordReset', token } as const
    const found = await findMailedToken(transaction, expected)
    if (found.state !== 'valid') return null
    // Every change that ends tokens of an account locks the account before a token, so that two changes cannot
    // deadlock.
    const account = await lockAccount(transaction, found.accountId)
    const used = await useMailedToken(transaction, expected)
    if (used.state !== 'valid') return null
    await setPassword(transaction, account.id, passwordHash)
    await confirmAddress(platform, transaction, account)
    const ended = await endSignIns(transaction, account.id)
    await queueChangedPasswordMail(platform, transaction, { accountId: account.id, keptSignIn: false, ...place })
    await platform.events.append(transaction, [sessionsEnded(account.id, ended)])
    return { id: account.id, passwordHash }
  })
}
