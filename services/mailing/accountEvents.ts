import type { Transaction } from 'kysely'
import { z } from 'zod'
import { emailKey } from '../platform/emailKey.ts'
import type { PlatformEvent } from '../platform/platform.ts'
import { isUuid } from '../platform/requests.ts'
import { recordConsent } from './consents.ts'
import { lockProfile } from './profiles.ts'
import type { MailingTables } from './tables.ts'

const emailChanged = 'account.emailChanged'
const deletionScheduled = 'account.deletionScheduled'
const deletionCancelled = 'account.deletionCancelled'

/** The events that this service consumes. */
export const accountEventTypes: readonly string[] = [emailChanged, deletionScheduled, deletionCancelled]

const changedSchema = z.object({ email: z.string().min(1) })

/** Stores the new addresses of accounts, and which accounts are marked for deletion. Repeated calls change nothing. */
export async function handleAccountEvents(
  events: readonly PlatformEvent[],
  change: Transaction<MailingTables>,
): Promise<void> {
  for (const { type, owner, data } of events.filter((event) => isUuid(event.owner))) {
    const changed = changedSchema.safeParse(data)
    if (type === emailChanged && changed.success) await followAddress(change, owner, changed.data.email)
    if (type === deletionScheduled) await mark(change, owner, true)
    if (type === deletionCancelled) await mark(change, owner, false)
  }
}

/**
 * Marks the profile of an account for deletion, or removes the mark. An account without a profile needs no mark: it has
 * no subscription, and cannot get one while its deletion is scheduled.
 */
async function mark(change: Transaction<MailingTables>, accountId: string, isMarked: boolean): Promise<void> {
  await change.updateTable('profiles').set({ is_marked: isMarked }).where('account_id', '=', accountId).execute()
}

/**
 * Stores the new address of an account. A subscription continues, because the customer has confirmed the new address
 * when changing it. A request that was not confirmed ends, because its link was mailed to the old address.
 */
async function followAddress(change: Transaction<MailingTables>, accountId: string, email: string): Promise<void> {
  const key = emailKey(email)
  const known = await lockProfile(change, accountId)
  if (known && known.email === email) return
  const profile = await change
    .insertInto('profiles')
    .values({ account_id: accountId, email, email_key: key })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ email, email_key: key }))
    .returningAll()
    .executeTakeFirstOrThrow()
  await change.deleteFrom('opt_in_links').where('account_id', '=', accountId).execute()
  if (profile.state === 'pending') {
    const state = profile.unsubscribed_at === null ? 'none' : 'unsubscribed'
    await change.updateTable('profiles').set({ state }).where('account_id', '=', accountId).execute()
  }
  if (profile.state === 'subscribed') {
    await recordConsent(change, profile, { kind: 'addressChanged', place: 'emailChange', textVersion: null })
  }
}
