import type { Generated } from 'kysely'
import type { NewsletterLetter } from './newsletterLetters.ts'

/** `pending`: the customer has asked for news, and has not confirmed the address yet. */
export const subscriptionStates = ['none', 'pending', 'subscribed', 'unsubscribed'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

export const consentKinds = ['requested', 'confirmed', 'unsubscribed', 'resubscribed', 'addressChanged'] as const
export type ConsentKind = (typeof consentKinds)[number]

/**
 * Where a customer has agreed or withdrawn. `mailProgram`: by the button that mail programs show because of the header
 * `List-Unsubscribe`.
 */
export const consentPlaces = ['settings', 'confirmationLink', 'unsubscribePage', 'mailProgram', 'emailChange'] as const
export type ConsentPlace = (typeof consentPlaces)[number]

export interface ProfilesTable {
  account_id: string
  /** The address of the account, which gets the mails. */
  email: string
  /** `emailKey` of the address. */
  email_key: string
  state: Generated<SubscriptionState>
  /** The language and the brand of the page on which the customer has subscribed. Null: unknown. */
  locale: string | null
  brand: string | null
  requested_at: Date | null
  confirmed_at: Date | null
  unsubscribed_at: Date | null
  /** True while the account is marked for deletion. */
  is_marked: Generated<boolean>
}

/** A row is never changed. */
export interface ConsentsTable {
  id: string
  account_id: string
  kind: ConsentKind
  place: ConsentPlace
  /** The address at that time. */
  email: string
  /** The version and the language of the text that the customer has agreed to. Null: no text was agreed to. */
  text_version: string | null
  locale: string | null
  at: Generated<Date>
}

export interface OptInLinksTable {
  /** The digest of the token. */
  digest: string
  account_id: string
  /** The address to which the link was mailed. */
  email_key: string
  expires_at: Date
  used_at: Date | null
}

export interface OptInCountsTable {
  /** A digest of the address: the count outlives the account. */
  email_digest: string
  /** In UTC. */
  day: string
  count: number
}

export interface NewslettersTable {
  id: string
  /** The operator's name for the newsletter. */
  name: string
  letter: NewsletterLetter
  created_at: Generated<Date>
  /** The last account of the batches that are done. Null before the first batch. */
  after_account: string | null
  finished_at: Date | null
}

export interface DeliveriesTable {
  newsletter_id: string
  account_id: string
  /** The address to which the mail goes. */
  email_key: string
  /** The digest of the token in the mail's link to unsubscribe. */
  unsubscribe_digest: string
  /** Null: the mail server refused the mail, or the process died before the answer of the mail server was stored. */
  sent_at: Date | null
  /** When this link was last used to unsubscribe. */
  unsubscribed_at: Date | null
}

export interface MailingTables {
  profiles: ProfilesTable
  consents: ConsentsTable
  opt_in_links: OptInLinksTable
  opt_in_counts: OptInCountsTable
  newsletters: NewslettersTable
  deliveries: DeliveriesTable
}
