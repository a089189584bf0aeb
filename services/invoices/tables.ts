import type { Generated, JSONColumnType } from 'kysely'
import type { Locale } from '../platform/locales.ts'
import type { Currency } from '../platform/money.ts'
import type { InvoiceContent } from './content.ts'
import type { InvoiceKind, InvoiceState } from './kinds.ts'
import type { PaidOrder } from './paidOrder.ts'

export interface OrdersTable {
  account_id: string
  /** In upper case. */
  order_code: string
  /** The position of the first event of the order. */
  position: number
  /** Null if the order was cancelled before it was paid. */
  data: JSONColumnType<PaidOrder> | null
  /** Null: the order is not cancelled. */
  cancelled_at: Date | null
  /** False while an invoice or a credit note may have to be issued. */
  is_settled: Generated<boolean>
  /** How often settling the order has failed. */
  tries: Generated<number>
  next_try_at: Generated<Date>
}

export interface SeriesTable {
  brand: string
  year: number
  /** The last number of the year. */
  last_number: number
  /** The date of the last document, such as `2026-11-26`. */
  last_issued_on: string
}

/** Amounts are in minor units. Those of a credit note are positive. */
export interface InvoicesTable {
  id: string
  account_id: string
  order_code: string
  kind: InvoiceKind
  /** The key of the brand that sold the order. */
  brand: string
  year: number
  /** From 1, without gaps, per brand and year. */
  sequence: number
  /** Such as `K2026-000001`. */
  number: string
  /** Such as `2026-11-26`. */
  issued_on: string
  locale: Locale
  currency: Currency
  net: number
  tax: number
  total: number
  content: JSONColumnType<InvoiceContent>
  state: Generated<InvoiceState>
  /** In bytes, here and below. Null until the files are ready. */
  pdf_size: number | null
  xml_size: number | null
  created_at: Generated<Date>
}

export interface InvoicesTables {
  orders: OrdersTable
  series: SeriesTable
  invoices: InvoicesTable
}
