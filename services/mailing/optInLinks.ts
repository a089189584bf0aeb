import { type Kysely, sql } from 'kysely'
import { emailKey } from '../platform/emailKey.ts'
import { recordConsent } from './consents.ts'
import { digestOf, newToken } from './mailedTokens.ts'
import { lockProfile, type Profile } from './profiles.ts'
import type { MailingTables } from './tables.ts'

/** How long a link is valid: the same time as a link that confirms the address of a new account. */
const hoursValid = 72

/** Creates a link that confirms the subscription of this profile. @returns its token, which is not stored */
export async function createOptInLink(database: Kysely<MailingTables>, profile: Profile): Promise<string> {
  const token = newToken()
  await database
    .insertInto('opt_in_links')
    .values({
      digest: digestOf(token),
      account_id: profile.account_id,
      email_key: profile.email_key,
      expires_at: sql<Date>`clock_timestamp() + make_interval(hours => ${hoursValid})`,
    })
    .execute()
  return token
}

/** Deletes a link whose mail was not sent. */
export async function deleteOptInLink(database: Kysely<MailingTables>, token: string): Promise<void> {
  await database.deleteFrom('opt_in_links').where('digest', '=', digestOf(token)).execute()
}

/**
 * Confirms a subscription. A link works once, even if two requests use it at the same moment.
 * @returns `unknown` for every token that was not mailed to this address, or whose subscription has ended. So the
 *   answer reveals nothing to a caller without the mail
 */
export async function confirmSubscription(
  database: Kysely<MailingTables>,
  email: string,
  token: string,
): Promise<'confirmed' | 'used' | 'expired' | 'unknown'> {
  const digest = digestOf(token)
  return database.transaction().execute(async (change) => {
    const found = change
      .selectFrom('opt_in_links')
      .where('digest', '=', digest)
      .where('email_key', '=', emailKey(email))
    const subscriber = await found.select('account_id').executeTakeFirst()
    // Every change of a link locks the profile first. With another sequence, two changes could wait for each other.
    const profile = subscriber && (await lockProfile(change, subscriber.account_id))
    const link = await found
      .select(['email_key', 'used_at', sql<boolean>`expires_at <= clock_timestamp()`.as('has_expired')])
      .executeTakeFirst()
    if (!profile || profile.email_key !== link?.email_key) return 'unknown'
    if (link.used_at !== null) return 'used'
    if (link.has_expired) return 'expired'
    // The link of another mail for the same request was used before.
    if (profile.state === 'subscribed') return 'used'
    if (profile.state !== 'pending') return 'unknown'
    await change
      .updateTable('opt_in_links')
      .set({ used_at: sql<Date>`clock_timestamp()` })
      .where('account_id', '=', profile.account_id)
      .where('used_at', 'is', null)
      .execute()
    const confirmed = await change
      .updateTable('profiles')
      .set({ state: 'subscribed', confirmed_at: sql<Date>`clock_timestamp()` })
      .where('account_id', '=', profile.account_id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordConsent(change, confirmed, { kind: 'confirmed', place: 'confirmationLink', textVersion: null })
    return 'confirmed'
  })
}
