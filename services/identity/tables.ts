import type { ColumnType, Generated } from 'kysely'

/** A timestamp that this service writes as a Date and compares, but never reads. */
type WrittenInstant = ColumnType<unknown, Date | null, Date | null>

/**
 * Whether the e-mail address belongs to the owner of the account. `assumed`: the account was created before addresses
 * had to be confirmed. It gets mail, but its tokens do not claim that the address is verified.
 */
export type EmailState = 'unconfirmed' | 'assumed' | 'confirmed'

export interface AccountsTable {
  id: string
  email: string
  email_key: string
  name: string
  /** Null if the account cannot sign in with a password. */
  password_hash: string | null
  business: Generated<boolean>
  demo: Generated<boolean>
  email_state: Generated<EmailState>
  terms_accepted_at: WrittenInstant
  created_at: Generated<string>
  /** Like `announced_business`. Only replicas of the earlier release read it. */
  announced: Generated<boolean>
  /** True once an event has said whether the account is a business account. */
  announced_business: Generated<boolean>
  /** When all sign-ins of the account were last ended. */
  signed_out_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** When the password was last changed. Null: never, or unknown. */
  password_changed_at: ColumnType<Date | null, undefined, Date>
}

export interface ProviderRecordsTable {
  model: string
  id: string
  payload: ColumnType<unknown, string, string>
  grant_id: string | null
  uid: string | null
  consumed_at: WrittenInstant
  expires_at: WrittenInstant
  /** The account of a grant; null in records of other models. */
  account_id: string | null
  client_id: string | null
}

export interface BrakesTable {
  subject: string
  attempts: number
  attempted_at: WrittenInstant
}

export interface MailLinksTable {
  /** A digest of the token. */
  id: string
  account_id: string
  kind: string
  /** Written as JSON. */
  data: ColumnType<unknown, string, string>
  expires_at: ColumnType<Date, Date, Date>
  /** When the token was used, or replaced by a newer one. */
  used_at: ColumnType<Date | null, Date | undefined, Date>
}

export interface EmailChangesTable {
  id: string
  account_id: string
  old_email: string
  old_email_key: string
  new_email: string
  changed_at: Generated<Date>
  revertible_until: ColumnType<Date, Date, Date>
  ended_at: ColumnType<Date | null, undefined, Date>
}

export interface DeletionsTable {
  account_id: string
  state: Generated<'scheduled' | 'erasing'>
  /** The brand and language of the mails. */
  brand: string
  locale: string
  scheduled_at: Generated<Date>
  deletes_at: Date
  /** The round of the erasure, from 1; 0 before the first. */
  round: Generated<number>
  round_at: Date | null
  /** When the services were last asked to erase. */
  asked_at: Date | null
  receipt_at: Date | null
}

/** Which service has erased an account in which round. */
export interface ErasuresTable {
  account_id: string
  service: string
  round: number
  /** What the service keeps despite the erasure, as JSON. */
  kept: unknown
}

export interface SessionsTable {
  /** The `uid` of the provider's session. */
  id: string
  account_id: string
  signed_in_at: Date
  /** When the browser last got a token. */
  last_seen_at: Date
  browser: string | null
  system: string | null
  device: 'computer' | 'phone' | 'tablet' | null
  /** A keyed hash of the address group. */
  network: string | null
  ended_at: WrittenInstant
}

export interface PasskeysTable {
  id: string
  account_id: string
  /** In base64url, like the public key. */
  credential_id: string
  public_key: string
  /** The authenticator's counter of signatures. */
  counter: ColumnType<string, number, number>
  /** How the browser reaches the authenticator, separated by spaces. */
  transports: string
  name: string
  created_at: Generated<Date>
  last_used_at: Date | null
}

export interface PasskeyChallengesTable {
  /** The uid of the sign-in request. */
  interaction: string
  challenge: string
  expires_at: WrittenInstant
}

/** The apps of other teams that customers have allowed to use their accounts. */
export interface ConnectionsTable {
  account_id: string
  client_id: string
  name: string
  /** Separated by spaces. */
  scopes: string
  connected_at: Generated<Date>
  last_used_at: ColumnType<Date | null, undefined, Date>
}

export interface IdentityTables {
  accounts: AccountsTable
  provider_records: ProviderRecordsTable
  brakes: BrakesTable
  mail_links: MailLinksTable
  sessions: SessionsTable
  passkeys: PasskeysTable
  connections: ConnectionsTable
  passkey_challenges: PasskeyChallengesTable
  email_changes: EmailChangesTable
  deletions: DeletionsTable
  erasures: ErasuresTable
}
