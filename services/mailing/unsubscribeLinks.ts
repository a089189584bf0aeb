import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { recordConsent } from './consents.ts'
import { digestOf } from './mailedTokens.ts'
import { lockProfile, type Profile } from './profiles.ts'
import { unsubscribe } from './subscriptions.ts'
import type { ConsentPlace, DeliveriesTable, MailingTables } from './tables.ts'

/** How long a reader can subscribe again with the link that has ended the subscription. */
const hoursToReturn = 24

/** A mailed link to unsubscribe: the profile whose subscription it can end, and whether it can undo that. */
export interface UnsubscribeLink {
  readonly profile: Profile
  /** True if the link can subscribe again: it has ended the subscription a short time ago. */
  readonly canReturn: boolean
}

/** @returns undefined for an unknown token */
export async function readUnsubscribeLink(
  database: Kysely<MailingTables>,
  token: string,
): Promise<UnsubscribeLink | undefined> {
  return database.transaction().execute((change) => findLink(change, token))
}

/**
 * Ends the subscription of a mailed link. The link works as long as the account exists, and can be used again.
 * @returns undefined for an unknown token
 */
export async function unsubscribeByLink(
  database: Kysely<MailingTables>,
  token: string,
  place: ConsentPlace,
): Promise<UnsubscribeLink | undefined> {
  return database.transaction().execute(async (change) => {
    const link = await findLink(change, token)
    if (!link) return undefined
    const isEnding = link.profile.state === 'subscribed' || link.profile.state === 'pending'
    const profile = await unsubscribe(change, link.profile, place)
    if (isEnding) {
      // Equal times here and in the profile show later that this link has ended the subscription.
      await change
        .updateTable('deliveries')
        .set({ unsubscribed_at: profile.unsubscribed_at })
        .where('unsubscribe_digest', '=', digestOf(token))
        .execute()
    }
    return findLink(change, token)
  })
}

/**
 * Undoes `unsubscribeByLink`. An old or forwarded mail cannot subscribe somebody who has unsubscribed elsewhere.
 * @returns undefined if the token is unknown, or its link cannot subscribe again
 */
export async function returnByLink(
  database: Kysely<MailingTables>,
  token: string,
): Promise<UnsubscribeLink | undefined> {
  return database.transaction().execute(async (change) => {
    const link = await findLink(change, token)
    if (!link || (!link.canReturn && link.profile.state !== 'subscribed')) return undefined
    if (link.profile.state === 'subscribed') return link
    const profile = await change
      .updateTable('profiles')
      .set({ state: 'subscribed', confirmed_at: sql<Date>`clock_timestamp()` })
      .where('account_id', '=', link.profile.account_id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordConsent(change, profile, { kind: 'resubscribed', place: 'unsubscribePage', textVersion: null })
    return { profile, canReturn: false }
  })
}

/** Finds a link and locks its profile. */
async function findLink(change: Transaction<MailingTables>, token: string): Promise<UnsubscribeLink | undefined> {
  const delivery = await change
    .selectFrom('deliveries')
    .selectAll()
    .where('unsubscribe_digest', '=', digestOf(token))
    .executeTakeFirst()
  const profile = delivery && (await lockProfile(change, delivery.account_id))
  return profile && { profile, canReturn: canReturn(profile, delivery) }
}

function canReturn(profile: Profile, delivery: Selectable<DeliveriesTable>): boolean {
  const ended = profile.unsubscribed_at?.getTime()
  return (
    profile.state === 'unsubscribed' &&
    // The mail went to the address that the account still has.
    profile.email_key === delivery.email_key &&
    ended !== undefined &&
    ended === delivery.unsubscribed_at?.getTime() &&
    Date.now() - ended < hoursToReturn * 3_600_000
  )
}
