import type { ColumnType, Generated } from 'kysely'

/** A timestamp that this service writes as a Date and compares, but never reads. */
type WrittenInstant = ColumnType<unknown, Date | null, Date | null>

/**
 * Whether the address belongs to the owner of the account. `assumed`: an account that is older than confirmations. It
 * gets mail, but its tokens do not claim that the address is verified.
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
}

export interface ProviderRecordsTable {
  model: string
  id: string
  payload: ColumnType<unknown, string, string>
  grant_id: string | null
  uid: string | null
  consumed_at: WrittenInstant
  expires_at: WrittenInstant
}

export interface BrakesTable {
  subject: string
  attempts: number
  attempted_at: WrittenInstant
}

export interface MailLinksTable {
  id: string
  account_id: string
  expires_at: WrittenInstant
}

export interface IdentityTables {
  accounts: AccountsTable
  provider_records: ProviderRecordsTable
  brakes: BrakesTable
  mail_links: MailLinksTable
}
