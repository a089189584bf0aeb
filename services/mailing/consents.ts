import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { ConsentKind, ConsentPlace, MailingTables, ProfilesTable } from './tables.ts'

/** The columns of a profile that a consent names. */
type Consenting = Pick<ProfilesTable, 'account_id' | 'email' | 'locale'>

/**
 * Records what a customer has agreed to or withdrawn.
 * @param textVersion the version of the text that the customer has agreed to; null if no text was agreed to
 */
export async function recordConsent(
  change: Transaction<MailingTables>,
  { account_id, email, locale }: Consenting,
  said: { readonly kind: ConsentKind; readonly place: ConsentPlace; readonly textVersion: string | null },
): Promise<void> {
  const { kind, place, textVersion: text_version } = said
  await change
    .insertInto('consents')
    .values({ id: uuidv7(), account_id, kind, place, email, locale, text_version })
    .execute()
}
