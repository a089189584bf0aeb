import { sql, type Kysely, type Transaction } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import { deletionCancelled, deletionScheduled, sessionsEnded } from '../accountEvents.ts'
import { lockAccount } from '../accounts.ts'
import { endSignIns } from '../endSignIns.ts'
import { useMailedToken } from '../mailLinks.ts'
import type { IdentityTables } from '../tables.ts'
import { queueScheduledMail, queueUndoneMail } from './deletionMails.ts'
import { type DeletionPlace, findDeletion } from './deletions.ts'
import { queueDeletions } from './erasing.ts'

/** Why a token does not confirm a deletion. `otherAccount`: it was mailed to another account. */
export type TokenRefusal = 'used' | 'expired' | 'unknown' | 'otherAccount'

/**
 * Uses a mailed token, and schedules the deletion of its account for the end of the grace period. All sign-ins end in
 * the same transaction. A link that reverts a change of the e-mail address stays valid: with it, an owner whose account
 * was taken over and deleted can get the account back.
 */
export async function scheduleDeletion(
  platform: Platform,
  database: Kysely<IdentityTables>,
  { accountId, token, place }: { readonly accountId: string; readonly token: string; readonly place: DeletionPlace },
): Promise<{ readonly deletesAt: Date } | { readonly refusal: TokenRefusal }> {
  return database.transaction().execute(async (change) => {
    // Every change that ends tokens of an account locks the account before a token, so that two changes cannot
    // deadlock.
    await lockAccount(change, accountId)
    const used = await useMailedToken(change, { kind: 'accountDeletion', token, accountId })
    if (used.state !== 'valid') return { refusal: used.state }
    const deletesAt = await insertDeletion(platform, change, accountId, place)
    const signedOutAt = await endSignIns(change, accountId)
    await queueScheduledMail(platform, change, accountId)
    // The job that begins erasures runs every minute anyway. For a shorter grace period, as in tests, an additional run
    // is queued for its end.
    if (graceSecondsOf(platform) < 60) await queueDeletions(platform, change, graceSecondsOf(platform))
    await platform.events.append(change, [
      deletionScheduled(accountId, deletesAt),
      sessionsEnded(accountId, signedOutAt),
    ])
    return { deletesAt }
  })
}

/**
 * The grace period (s). It is at least `settleSeconds`, so that nothing is erased while access tokens that were issued
 * before the confirmation are still valid.
 */
function graceSecondsOf({ config: { deletion } }: Platform): number {
  return Math.max(deletion.graceSeconds, deletion.settleSeconds)
}

/** Stores the deletion, and returns its time. A repeated confirmation does not change this time. */
async function insertDeletion(
  platform: Platform,
  change: Transaction<IdentityTables>,
  accountId: string,
  { brand, locale }: DeletionPlace,
): Promise<Date> {
  const deletesAt = sql<Date>`clock_timestamp() + make_interval(secs => ${graceSecondsOf(platform)}::int)`
  const { deletes_at } = await change
    .insertInto('deletions')
    .values({ account_id: accountId, brand, locale, deletes_at: deletesAt })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ brand, locale }))
    .returning('deletes_at')
    .executeTakeFirstOrThrow()
  return deletes_at
}

/**
 * Undoes a deletion. If the erasure starts at the same moment, only one of the two changes the row.
 * @returns `tooLate` if the erasure has begun; `none` if there is no deletion to undo
 */
export async function undoDeletion(
  platform: Platform,
  database: Kysely<IdentityTables>,
  accountId: string,
): Promise<'undone' | 'tooLate' | 'none'> {
  return database.transaction().execute(async (change) => {
    const place = await cancelDeletion(platform, change, accountId)
    if (place) {
      await queueUndoneMail(platform, change, accountId, place)
      return 'undone'
    }
    return (await findDeletion(change, accountId)) ? 'tooLate' : 'none'
  })
}

/**
 * Deletes a pending deletion.
 * @returns the brand and language of the site on which it was requested; null if no deletion is pending, or if the
 *   erasure has begun
 */
export async function cancelDeletion(
  platform: Platform,
  change: Transaction<IdentityTables>,
  accountId: string,
): Promise<DeletionPlace | null> {
  const cancelled = await change
    .deleteFrom('deletions')
    .where('account_id', '=', accountId)
    .where('state', '=', 'scheduled')
    .where('deletes_at', '>', sql<Date>`clock_timestamp()`)
    .returning(['brand', 'locale'])
    .executeTakeFirst()
  if (!cancelled) return null
  await platform.events.append(change, [deletionCancelled(accountId)])
  return cancelled
}
