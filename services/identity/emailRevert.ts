import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { emailKey } from '../platform/emailKey.ts'
import type { Platform } from '../platform/platform.ts'
import { emailChanged, sessionsEnded } from './accountEvents.ts'
import { lockAccount, setPassword } from './accounts.ts'
import { isAddressTaken, lockAddresses } from './addresses.ts'
import { findDeletion } from './deletion/deletions.ts'
import { cancelDeletion } from './deletion/scheduling.ts'
import type { DeviceAccount } from './devices.ts'
import { queueRevertedMail } from './emailChangeMails.ts'
import type { MailPlace } from './mailPlace.ts'
import { setEmail } from './emailChanges.ts'
import { endSignIns } from './endSignIns.ts'
import { findMailedToken, useMailedToken } from './mailLinks.ts'
import { deletePasskeysOf } from './passkeys.ts'
import type { IdentityTables } from './tables.ts'

const revertData = z.object({ change: z.string() })

interface Parts {
  readonly platform: Platform
  readonly database: Kysely<IdentityTables>
}

/** A change that the owner of the old address may revert. */
export interface RevertibleChange {
  readonly id: string
  readonly accountId: string
  /** The name of the account's owner. A new password must not contain it. */
  readonly name: string
  readonly oldEmail: string
}

/**
 * The change that a token reverts; null if the token or the change is not valid any more. Reverting a change also ends
 * the later changes of the account.
 */
export async function findRevertibleChange(
  database: Kysely<IdentityTables>,
  token: string,
): Promise<RevertibleChange | null> {
  const found = await findMailedToken(database, { kind: 'emailRevert', token })
  if (found.state !== 'valid') return null
  const change = await database
    .selectFrom('email_changes')
    .innerJoin('accounts', 'accounts.id', 'email_changes.account_id')
    .select([
      'email_changes.id',
      'email_changes.account_id as accountId',
      'accounts.name',
      'email_changes.old_email as oldEmail',
    ])
    .where('email_changes.id', '=', revertData.parse(found.data).change)
    .where('email_changes.ended_at', 'is', null)
    .where('email_changes.revertible_until', '>', new Date())
    .executeTakeFirst()
  return change ?? null
}

/**
 * Restores the old address of an account, sets a new password, and ends all sign-ins of the account, in one
 * transaction. The person who changed the address knew the password, so neither the old password nor a passkey may open
 * the account, and a scheduled deletion is cancelled.
 *
 * Later changes of the account end too. The links that revert them were mailed to the new address of this change, or of
 * a later one, so a thief could use these links to undo the revert. Links of earlier changes stay valid.
 * @returns null if the link is not valid any more, if the erasure of the account has begun, or if another account has
 *   the old address (only a replica of an earlier release could have allowed that)
 */
export async function revertEmailChange(
  { platform, database }: Parts,
  revert: { readonly token: string; readonly passwordHash: string; readonly place: MailPlace },
): Promise<DeviceAccount | null> {
  const { token, passwordHash, place } = revert
  return database.transaction().execute(async (transaction) => {
    const expected = await findRevertibleChange(transaction, token)
    if (!expected) return null
    const account = await lockAccount(transaction, expected.accountId)
    // Another revert may have ended the change before the account was locked.
    const change = await findRevertibleChange(transaction, token)
    if (!change) return null
    await lockAddresses(transaction, [account.email_key, emailKey(change.oldEmail)])
    if (await isAddressTaken(transaction, emailKey(change.oldEmail), account.id)) return null
    const wasCancelled = await cancelDeletion(platform, transaction, account.id)
    if (!wasCancelled && (await findDeletion(transaction, account.id))) return null
    await useMailedToken(transaction, { kind: 'emailRevert', token })
    await setEmail(transaction, account.id, change.oldEmail)
    await setPassword(transaction, account.id, passwordHash)
    await deletePasskeysOf(transaction, account.id)
    await endChanges(transaction, change)
    const ended = await endSignIns(transaction, account.id)
    const notice = { accountId: account.id, to: account.email, newEmail: change.oldEmail }
    await queueRevertedMail(platform, transaction, { ...notice, ...place })
    await platform.events.append(transaction, [
      emailChanged(account.id, change.oldEmail),
      sessionsEnded(account.id, ended),
    ])
    return { id: account.id, passwordHash }
  })
}

async function endChanges(
  transaction: Transaction<IdentityTables>,
  { accountId, id }: RevertibleChange,
): Promise<void> {
  await transaction
    .updateTable('email_changes')
    .set({ ended_at: new Date() })
    .where('account_id', '=', accountId)
    .where('changed_at', '>=', (select) => select.selectFrom('email_changes').select('changed_at').where('id', '=', id))
    .where('ended_at', 'is', null)
    .execute()
}
