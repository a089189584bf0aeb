import type { Generated } from 'kysely'

/** An instant that only the database computes with. */
type Instant = Generated<Date>

export interface AccountsTable {
  id: string
  email: string
  /** Null, here and below: not known. */
  name: string | null
  locale: string | null
  brand: string | null
  registered_at: Date
  last_order_at: Date | null
  /** When the photos were deleted last. */
  emptied_at: Date | null
  delayed_at: Date | null
  projects_count: Generated<number>
  /** Kept by the database's trigger: by the real clock. */
  deletion_at: Instant
  reminded: Generated<number>
}

export interface OrdersTable {
  account_id: string
  code: string
  placed_at: Date
}

/** A reminder that was written down, sent or about to be. */
export interface RemindersTable {
  id: Generated<string>
  account_id: string
  deletion_at: Date
  /** 1 to 4: three months, one month, one week, one day before. */
  number: number
  recorded_at: Instant
  sent_at: Date | null
}

export interface CustomersTables {
  accounts: AccountsTable
  orders: OrdersTable
  reminders: RemindersTable
}
