import type { Generated, JSONColumnType } from 'kysely'
import type { Currency } from '../platform/money.ts'
import type { PostalAddress } from '../platform/postalAddress.ts'
import type { VatTotal } from '../platform/totals.ts'
import type {
  DeliveryType,
  Fulfilment,
  OrderSource,
  OrderStatus,
  ParcelLine,
  Payment,
  TimelineEntry,
  TrackingEvent,
} from './states.ts'

/** Amounts are in minor units and include VAT. Dates without a time are texts such as `2026-11-24`. */
export interface SuperOrdersTable {
  id: string
  code: string
  account_id: string
  /** Rises with each change. */
  version: Generated<number>
  request_key: string
  request_digest: string
  source: OrderSource
  /** The URL of the shop in which the order was placed, with a trailing slash. */
  shop_url: string
  placed_at: Date
  status: OrderStatus
  payment: Payment
  payment_changed_at: Date
  fulfilment: Fulfilment
  delivery_type: DeliveryType
  delivery_address: JSONColumnType<PostalAddress>
  currency: Currency
  subtotal: number
  discount: number
  shipping: number
  /** The VAT in the total. */
  tax: number
  total: number
  vat: JSONColumnType<readonly VatTotal[]>
  promised_from: string | null
  promised_to: string | null
  expected_from: string | null
  expected_to: string | null
  /**
   * When the factory noticed the delay from which the expected dates follow. Null if the factory has reported no delay.
   */
  delay_reported_at: Date | null
  /** When the simulator starts production; null if this is not known. */
  production_starts_at: Date | null
  timeline: JSONColumnType<readonly TimelineEntry[]>
  /** The next step of the simulator, from 0. Null: the order is not paid, or no step is left, or it is a demo order. */
  next_simulated_step: number | null
  reorder_key: Generated<string | null>
}

export interface SubOrdersTable {
  /** The code of the super order, `-`, and the number. */
  code: string
  super_order_id: string
  /** From 1, within the super order. */
  number: number
  account_id: string
  placed_at: Date
  product_code: string
  /** The variant of the product, such as `10X15`. Null: unknown. */
  variant_code: string | null
  article_name: string
  title: string
  quantity: number
  unit_price: number
  /** The discount of the whole line. */
  discount: number
  total: number
  /** The VAT in the total of the line. */
  tax: number
  /** In hundredths of a percent. */
  vat_rate: number
  voucher_code: string | null
  /** The number of photos of this line in `line_photos`. */
  photos_count: number
  project_id: string | null
}

export interface ParcelsTable {
  super_order_id: string
  /** From 1, within the super order. */
  number: number
  carrier: string | null
  /** Null if the parcel cannot be followed. */
  tracking_number: string | null
  tracking_url: string | null
  dispatched_at: Date
  lines: JSONColumnType<readonly ParcelLine[]>
  tracking: JSONColumnType<readonly TrackingEvent[]>
}

/** The photos on a line. */
export interface LinePhotosTable {
  line_code: string
  /** Index of the photo on the line, from 0. */
  position: number
  photo_id: string
  /** True: the photo was deleted for good. */
  is_missing: Generated<boolean>
}

export interface DeletedPhotosTable {
  photo_id: string
  deleted_at: Generated<Date>
}

export interface OrdersTables {
  super_orders: SuperOrdersTable
  sub_orders: SubOrdersTable
  line_photos: LinePhotosTable
  deleted_photos: DeletedPhotosTable
  parcels: ParcelsTable
}
