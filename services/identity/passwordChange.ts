import type { Kysely, Transaction } from 'kysely'
import { errors } from 'oidc-provider'
import type { Platform } from '../platform/platform.ts'
import { chosenSessionsEnded } from './accountEvents.ts'
import { findDeviceAccount, lockAccount, setPassword } from './accounts.ts'
import type { KeptRecords } from './adapter.ts'
import type { DeviceAccount } from './devices.ts'
import { endOtherSignIns } from './endSignIns.ts'
import type { MailPlace } from './mailPlace.ts'
import { queueChangedPasswordMail } from './passwordMails.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { isLiveSession } from './sessions.ts'
import type { IdentityTables } from './tables.ts'

interface Parts {
  readonly platform: Platform
  readonly database: Kysely<IdentityTables>
}

/** A change of a password by a customer who is signed in. */
export interface PasswordChange {
  /** The account, whose current password the customer has proved to know. */
  readonly account: DeviceAccount
  readonly newPassword: string
  /** The sign-in that does not end. */
  readonly kept: KeptRecords
  readonly place: MailPlace
}

/** The account with its new password, and when its other sign-ins ended. */
export interface ChangedPassword {
  readonly account: DeviceAccount
  readonly at: Date
}

/**
 * Sets a new password, and ends all other sign-ins of the account and all mailed links, in one transaction. Somebody
 * else who knew the old password may be signed in, or may have requested a change of the e-mail address.
 * @returns null if the account has got another password since the current one was checked
 * @throws SessionNotFound if the sign-in has ended meanwhile
 */
export async function changePassword(parts: Parts, change: PasswordChange): Promise<ChangedPassword | null> {
  const passwordHash = await hashPassword(change.newPassword)
  const at = await parts.database
    .transaction()
    .execute((transaction) => set(parts, transaction, { ...change, passwordHash }))
  return at && { account: { id: change.account.id, passwordHash }, at }
}

/**
 * Finds out whether an earlier request with the same form has changed the password. A form can be sent twice by two
 * clicks, or again because the answer was lost. The second time, the current password in the form is already wrong.
 * @param since when the page of the form was opened
 * @returns null if the password has not changed since then, or is not the one of the form
 */
export async function findChangedPassword(
  database: Kysely<IdentityTables>,
  { accountId, newPassword, since }: { readonly accountId: string; readonly newPassword: string; readonly since: Date },
): Promise<ChangedPassword | null> {
  const changed = await database
    .selectFrom('accounts')
    .select(['id', 'password_hash as passwordHash'])
    .where('id', '=', accountId)
    .where('password_changed_at', '>=', since)
    .executeTakeFirst()
  if (!changed || !(await verifyPassword(newPassword, changed.passwordHash)).matches) return null
  return { account: changed, at: new Date() }
}

/** @returns when the other sign-ins ended; null if the account has got another password meanwhile */
async function set(
  { platform }: Parts,
  transaction: Transaction<IdentityTables>,
  { account, passwordHash, kept, place }: PasswordChange & { readonly passwordHash: string },
): Promise<Date | null> {
  const { id } = await lockAccount(transaction, account.id)
  if (!(await isLiveSession(transaction, kept.session))) throw new errors.SessionNotFound('the session has ended')
  if ((await findDeviceAccount(transaction, id))?.passwordHash !== account.passwordHash) return null
  await setPassword(transaction, id, passwordHash)
  const { at, sessions } = await endOtherSignIns(transaction, id, kept)
  await queueChangedPasswordMail(platform, transaction, { accountId: id, keptSignIn: true, ...place })
  if (sessions.length > 0) await platform.events.append(transaction, [chosenSessionsEnded(id, sessions)])
  return at
}
