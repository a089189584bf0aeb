import type { Generated } from 'kysely'

/** A timestamp that only the database computes. */
type Instant = Generated<Date>

export interface AccountsTable {
  id: string
  email: string
  /** Null, here and below, means unknown. */
  name: string | null
  locale: string | null
  brand: string | null
  /** False while the address is not confirmed. Such an address gets no mail. */
  confirmed: Generated<boolean>
  /** True for a business account, which gets invoices. Null: not known yet. */
  business: boolean | null
  registered_at: Date
  last_order_at: Date | null
  /** When the photos were last deleted. */
  emptied_at: Date | null
  delayed_at: Date | null
  /**
   * The deletion date in real time, even if the demo has shifted the account's clock. Maintained by a database trigger.
   */
  deletion_at: Instant
  /** The number (1 to 4) of the last reminder for this deletion date; 0 before the first. */
  reminded: Generated<number>
}

export interface OrdersTable {
  account_id: string
  code: string
  placed_at: Date
}

/** A recorded reminder, sent or to be sent. */
export interface RemindersTable {
  id: Generated<string>
  account_id: string
  deletion_at: Date
  /** 1 to 4: three months, one month, one week or one day before the deletion. */
  number: number
  recorded_at: Instant
  sent_at: Date | null
}

export interface ProjectCountsTable {
  account_id: string
  /** How many projects the account has. */
  count: number
}

/**
 * The states of a business account, as the specification names them. `Default`: details are missing. `New`: the
 * operator has not validated the details yet.
 */
export const businessStatuses = ['Default', 'New', 'Validated', 'Blocked'] as const
export type BusinessStatus = (typeof businessStatuses)[number]

/** The formats of delivery notices. */
export const callbackFormats = ['json', 'xml', 'csv'] as const
export type CallbackFormat = (typeof callbackFormats)[number]

export interface ProfilesTable {
  account_id: string
  first_name: string | null
  last_name: string | null
  /** In E.164 form. */
  phone: string | null
  /** Such as `1990-12-31`. */
  date_of_birth: string | null
  /** The language that the customer has chosen. Null: the language of the registration counts. */
  locale: string | null
  company: string | null
  vat_id: string | null
  registration_number: string | null
  /** Used only for business accounts. */
  business_status: Generated<BusinessStatus>
  callback_url: string | null
  callback_format: CallbackFormat | null
  /** 0: the customer has entered nothing yet. */
  version: Generated<number>
  /** The number of tests of the callback since `tests_since`. */
  tests: Generated<number>
  tests_since: Generated<Date>
}

/** The accounts that are marked for deletion. */
export interface ClosingsTable {
  account_id: string
}

export interface AddressesTable {
  id: Generated<string>
  account_id: string
  country: string
  name: string | null
  organization: string | null
  street: string
  house_number: string | null
  addition: string | null
  postal_code: string | null
  city: string
  region: string | null
  phone: string | null
  is_default: boolean
  version: Generated<number>
  /** The key of the request that has added the address. */
  request_key: string | null
  created_at: Instant
  /** A deleted address can be restored for a day. */
  deleted_at: Date | null
  was_default: Generated<boolean>
}

export const dataFileStatuses = ['PREPARING', 'READY', 'FAILED'] as const

/** The files with all data of a customer. */
export interface DataFilesTable {
  id: string
  account_id: string
  requested_at: Instant
  status: Generated<(typeof dataFileStatuses)[number]>
  /** Whether the customer had a business account. */
  is_business: Generated<boolean>
  /** What is read next: the step, and the cursor of the next page (see `Place` in personal-data/pages.ts). */
  step: Generated<number>
  cursor: string | null
  attempt: Generated<number>
  /** The attempts that have written the finished parts, in the order of the parts. */
  parts: Generated<number[]>
  /** The service that did not deliver its part in the last attempt. */
  waiting_for: string | null
  /** In bytes; null until the file is ready. */
  size: number | null
  ended_at: Date | null
  /** Null while the file is being prepared. */
  expires_at: Date | null
}

export interface CustomersTables {
  data_files: DataFilesTable
  profiles: ProfilesTable
  closings: ClosingsTable
  addresses: AddressesTable
  accounts: AccountsTable
  orders: OrdersTable
  reminders: RemindersTable
  project_counts: ProjectCountsTable
}
