import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { emailKey } from '../platform/emailKey.ts'
import type { Platform } from '../platform/platform.ts'
import { recordConsent } from './consents.ts'
import { digestOf } from './mailedTokens.ts'
import { optInMailQueueName } from './optInMails.ts'
import { lockProfile, type Profile } from './profiles.ts'
import type { ConsentPlace, ConsentsTable, MailingTables } from './tables.ts'

/**
 * Maximum number of confirmation links that are mailed to an e-mail address per day (UTC), for all accounts with this
 * address together.
 */
const linksPerDay = 3
/** How many consents are shown: more than a customer gives and withdraws by hand. */
const shownConsents = 200

/** A customer who asks for news. */
export interface SubscriptionRequest {
  readonly accountId: string
  readonly email: string
  readonly locale: string
  /** Null: unknown. */
  readonly brand: string | null
  /** The version of the text that the customer has agreed to. */
  readonly textVersion: string
}

/** The consents of an account, oldest first. */
export async function readConsents(
  database: Kysely<MailingTables>,
  accountId: string,
): Promise<readonly Selectable<ConsentsTable>[]> {
  return database
    .selectFrom('consents')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('at')
    .orderBy('id')
    .limit(shownConsents)
    .execute()
}

/**
 * Makes a subscription pending and queues the mail with the link that confirms it. A subscribed customer stays
 * subscribed and gets no mail.
 * @returns `tooMany` if the address has already been mailed the maximum number of links today; then nothing has changed
 */
export async function requestSubscription(
  { jobs }: Pick<Platform, 'jobs'>,
  database: Kysely<MailingTables>,
  request: SubscriptionRequest,
): Promise<Profile | 'tooMany'> {
  const { accountId, locale, brand, textVersion } = request
  return database.transaction().execute(async (change) => {
    const profile = await lockOrInsertProfile(change, accountId, request.email)
    if (profile.state === 'subscribed') return profile
    if (!(await takeLink(change, profile.email_key))) return 'tooMany'
    const pending = await change
      .updateTable('profiles')
      .set({ state: 'pending', requested_at: sql<Date>`clock_timestamp()`, locale, brand })
      .where('account_id', '=', accountId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordConsent(change, pending, { kind: 'requested', place: 'settings', textVersion })
    await jobs.enqueue(change, optInMailQueueName, { accountId }, { key: accountId })
    return pending
  })
}

/** Ends the subscription of a signed-in customer, or the pending request for one. Repeated calls change nothing. */
export async function endSubscription(
  database: Kysely<MailingTables>,
  accountId: string,
): Promise<Profile | undefined> {
  return database.transaction().execute(async (change) => {
    const profile = await lockProfile(change, accountId)
    return profile && unsubscribe(change, profile, 'settings')
  })
}

/** Ends a subscription, and the links that would confirm it. Changes nothing if the customer has no subscription. */
export async function unsubscribe(
  change: Transaction<MailingTables>,
  profile: Profile,
  place: ConsentPlace,
): Promise<Profile> {
  if (profile.state !== 'subscribed' && profile.state !== 'pending') return profile
  const ended = await change
    .updateTable('profiles')
    .set({ state: 'unsubscribed', unsubscribed_at: sql<Date>`now()` })
    .where('account_id', '=', profile.account_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await change.deleteFrom('opt_in_links').where('account_id', '=', profile.account_id).execute()
  await recordConsent(change, ended, { kind: 'unsubscribed', place, textVersion: null })
  return ended
}

/** @param email used only for an account without a profile: a profile already has its current address */
async function lockOrInsertProfile(
  change: Transaction<MailingTables>,
  accountId: string,
  email: string,
): Promise<Profile> {
  await change
    .insertInto('profiles')
    .values({ account_id: accountId, email, email_key: emailKey(email) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const profile = await lockProfile(change, accountId)
  if (!profile) throw new Error('A profile that was just inserted was not found.')
  return profile
}

/** Counts a link for an address. @returns false if the address has reached its daily limit of links */
async function takeLink(change: Transaction<MailingTables>, key: string): Promise<boolean> {
  const { rows } = await sql`
    insert into mailing.opt_in_counts as counted (email_digest, day, count)
    values (${digestOf(key)}, (now() at time zone 'utc')::date, 1)
    on conflict (email_digest, day) do update set count = counted.count + 1
    where counted.count < ${linksPerDay} returning count`.execute(change)
  return rows.length > 0
}
