import type { Generated, JSONColumnType } from 'kysely'
import type { Currency } from '../platform/money.ts'

export interface VouchersTable {
  /** In upper case. */
  code: string
  campaign_name: string
  /** The only account that can use the voucher. Null: everybody who has the code. */
  account_id: string | null
  /** True: it can be used once. False: each account can use it once. */
  is_single_use: boolean
  /** Minor units; null for a percentage. */
  amount: number | null
  /** 1 to 100; null for an amount. */
  percentage: number | null
  /** Null if orders may have any currency. Only a percentage without a minimum order can have null. */
  currency: Currency | null
  /** Minor units. Null: no minimum. */
  minimum_order: number | null
  /** Null: all products. */
  product_codes: string[] | null
  /** The last day (UTC), such as `2027-01-31`. Null: no end. */
  valid_until: string | null
}

/**
 * `expired`: the order was not placed or not paid in time. `released`: the customer has removed the voucher from the
 * order. `returned`: the order was cancelled.
 */
export type ReservationState = 'reserved' | 'used' | 'expired' | 'released' | 'returned'

/** The discounts of the lines of an order. */
export interface Discounts {
  readonly currency: Currency
  /** Minor units. */
  readonly lines: readonly { readonly id: string; readonly minorUnits: number }[]
}

export interface ReservationsTable {
  id: string
  code: string
  is_single_use: boolean
  account_id: string
  /** The idempotency key of the shop, or the code of the order if the shop sent no key. */
  request_key: string
  /** The code of the order, in upper case. Null until the shop or an event of the order names it. */
  order_code: string | null
  /** A digest of the order lines, which shows whether a repeated request has other lines. */
  digest: string
  discounts: JSONColumnType<Discounts>
  state: Generated<ReservationState>
  expires_at: Date
  changed_at: Generated<Date>
}

export interface UnknownCodesTable {
  account_id: string
  attempts: number
  attempted_at: Date
}

export interface VouchersTables {
  vouchers: VouchersTable
  reservations: ReservationsTable
  unknown_codes: UnknownCodesTable
}
