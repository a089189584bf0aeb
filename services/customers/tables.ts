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
  /** The real time of the deletion, not the time of the account's clock. Maintained by a database trigger. */
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

export interface CustomersTables {
  accounts: AccountsTable
  orders: OrdersTable
  reminders: RemindersTable
  project_counts: ProjectCountsTable
}
