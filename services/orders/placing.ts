import { createHash, randomInt } from 'node:crypto'
import type { Insertable, Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Currency } from '../platform/money.ts'
import { Problem } from '../platform/problems.ts'
import type { Platform } from '../platform/platform.ts'
import {
  confirm,
  isPaid,
  type Moment,
  type Order,
  type OrderChange,
  type PaymentOutcome,
  paymentFor,
  type SubOrder,
} from './order.ts'
import { insertLinePhotos } from './linePhotos.ts'
import { eventsOf } from './orderEvents.ts'
import type { PostalAddress } from '../platform/postalAddress.ts'
import { queueStep } from './simulatorQueue.ts'
import type { DeliveryType, OrderSource, TimelineEntry } from './states.ts'
import { findOrderWithin, type OrdersDatabase } from './store.ts'
import type { OrdersTables, SubOrdersTable, SuperOrdersTable } from './tables.ts'
import { type Price, totalsOf } from '../platform/totals.ts'

/** Without 0, 1, I, L, O and U, which are easily confused with other letters and digits. */
const codeLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 12

export interface NewLine extends Price {
  readonly productCode: string
  /**
   * The variant of the product. Absent if the shop did not name it, so that it does not change the digest of such a
   * request.
   */
  readonly variant?: string | undefined
  readonly articleName: string
  readonly title: string
  readonly voucher: string | null
  readonly photoIds: readonly string[]
  readonly projectId: string | null
}

/** An order of the shop. Amounts are in minor units of the currency. */
export interface NewOrder {
  readonly accountId: string
  readonly source: OrderSource
  readonly shopUrl: string
  readonly currency: Currency
  readonly lines: readonly NewLine[]
  readonly shipping: { readonly price: number; readonly vatRate: number }
  readonly deliveryType: DeliveryType
  readonly deliveryAddress: PostalAddress
  readonly payment: PaymentOutcome
  /**
   * A digest of the request to the shop, which is the same when the request is repeated. Default: a digest of the
   * order.
   */
  readonly requestDigest?: string | undefined
}

/** A code that cannot be guessed: 12 of 30 letters and digits. */
export function newOrderCode(): string {
  return Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('')
}

/**
 * Places an order. A repeated request with the same key returns the order of the first one.
 * @throws Problem 422 if the key was used for another order of the account
 */
export async function placeOrder(
  platform: Platform,
  database: OrdersDatabase,
  request: { readonly order: NewOrder; readonly key: string },
  moment: Moment,
): Promise<{ readonly isNew: boolean; readonly order: Order }> {
  const digest = request.order.requestDigest ?? createHash('sha256').update(JSON.stringify(request.order)).digest('hex')
  const { order: withoutKey, simulate } = createOrder(request.order, { ...moment, code: newOrderCode() })
  const order = { ...withoutKey, request_key: request.key, request_digest: digest }
  return database.transaction().execute(async (change) => {
    const created = await insertOrders(change, [order])
    if (created.length === 0) {
      const first = await findPlaced(change, { accountId: order.account_id, key: request.key, digest })
      if (!first) throw new Error('An order whose key is known was not found.')
      return { isNew: false, order: first }
    }
    if (simulate) await queueStep(platform, change, order.id, simulate)
    const types = isPaid(order) ? (['order.placed', 'order.paid'] as const) : (['order.placed'] as const)
    await platform.events.append(change, eventsOf(order, types))
    return { isNew: true, order }
  })
}

/** What identifies a request to place an order. */
export interface PlacingKey {
  readonly accountId: string
  readonly key: string
  /** A digest of the request. Absent: the request is not compared with the earlier one that has this key. */
  readonly digest?: string | undefined
}

/**
 * The order that the first request with this key has placed.
 * @returns undefined if the key is unknown
 * @throws Problem 422 if the key was used for another order of the account
 */
export async function findPlaced(
  change: Transaction<OrdersTables>,
  { accountId, key, digest }: PlacingKey,
): Promise<Order | undefined> {
  const found = await change
    .selectFrom('super_orders')
    .select(['id', 'request_digest'])
    .where('account_id', '=', accountId)
    .where('request_key', '=', key)
    .executeTakeFirst()
  if (found && digest !== undefined && found.request_digest !== digest) {
    throw new Problem(422, 'IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was sent with another order before.')
  }
  return found && findOrderWithin(change, { id: found.id })
}

/**
 * Inserts orders with their lines and parcels, except those whose key is known.
 * @returns the ids of the inserted orders
 */
export async function insertOrders(change: Transaction<OrdersTables>, orders: readonly Order[]): Promise<string[]> {
  const created = await change
    .insertInto('super_orders')
    .values(orders.map(rowOf))
    .onConflict((conflict) => conflict.columns(['account_id', 'request_key']).doNothing())
    .returning('id')
    .execute()
  const ids = new Set(created.map(({ id }) => id))
  const inserted = orders.filter(({ id }) => ids.has(id))
  const lines = inserted.flatMap((order) => order.lines)
  if (lines.length > 0) await change.insertInto('sub_orders').values(lines.map(lineRowOf)).execute()
  await insertLinePhotos(change, lines)
  const parcels = inserted.flatMap(({ id, parcels: sent }) =>
    sent.map((parcel) => ({
      ...parcel,
      super_order_id: id,
      lines: JSON.stringify(parcel.lines),
      tracking: JSON.stringify(parcel.tracking),
    })),
  )
  if (parcels.length > 0) await change.insertInto('parcels').values(parcels).execute()
  return [...ids]
}

function rowOf({ lines: _lines, parcels: _parcels, ...row }: Order): Insertable<SuperOrdersTable> {
  return {
    ...row,
    delivery_address: JSON.stringify(row.delivery_address),
    vat: JSON.stringify(row.vat),
    timeline: JSON.stringify(row.timeline),
  }
}

function lineRowOf({ photo_ids: _ids, missing_photos_count: _missing, ...row }: SubOrder): Insertable<SubOrdersTable> {
  return row
}

/**
 * A new order, which is not stored yet, and the first step of the simulator if the order is paid and the simulator is
 * on.
 */
export function createOrder(
  request: NewOrder,
  moment: Moment & { readonly code: string },
): { readonly order: Order; readonly simulate: OrderChange['simulate'] } {
  const { now, code } = moment
  const { lines: lineTotals, ...totals } = totalsOf(request.lines, request.shipping, request.currency)
  const payment = paymentFor(request.payment, totals.total)
  const at = now.toISOString()
  const confirmed = isPaid({ payment }) ? confirm(moment) : undefined
  const timeline: TimelineEntry[] = [{ at, kind: 'Placed', parcel: null }]
  if (confirmed) timeline.push({ at, kind: 'Paid', parcel: null })
  if (payment === 'paymentFailed') timeline.push({ at, kind: 'PaymentFailed', parcel: null })
  const id = uuidv7({ msecs: now.getTime() })
  const order: Order = {
    ...emptyOrder,
    id,
    code,
    account_id: request.accountId,
    source: request.source,
    shop_url: request.shopUrl,
    placed_at: now,
    payment,
    payment_changed_at: now,
    delivery_type: request.deliveryType,
    delivery_address: request.deliveryAddress,
    currency: request.currency,
    ...totals,
    timeline,
    ...confirmed?.fields,
    lines: linesOf(request, { id, code, now }, lineTotals),
  }
  return { order, simulate: confirmed?.simulate }
}

/** The columns that are the same for every new order that is not paid. The caller sets the key of the request. */
const emptyOrder = {
  version: 1,
  request_key: '',
  request_digest: '',
  status: 'Received',
  fulfilment: 'on_hold',
  promised_from: null,
  promised_to: null,
  expected_from: null,
  expected_to: null,
  delay_reported_at: null,
  production_starts_at: null,
  next_simulated_step: null,
  reorder_key: null,
  parcels: [],
} as const

function linesOf(
  request: NewOrder,
  { id, code, now }: { readonly id: string; readonly code: string; readonly now: Date },
  totals: readonly { readonly total: number; readonly tax: number }[],
): SubOrder[] {
  return request.lines.map((line, index) => ({
    code: `${code}-${index + 1}`,
    super_order_id: id,
    number: index + 1,
    account_id: request.accountId,
    placed_at: now,
    product_code: line.productCode,
    variant_code: line.variant ?? null,
    article_name: line.articleName,
    title: line.title,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    discount: line.discount,
    total: totals[index]?.total ?? 0,
    tax: totals[index]?.tax ?? 0,
    vat_rate: line.vatRate,
    voucher_code: line.voucher,
    photo_ids: line.photoIds,
    photos_count: line.photoIds.length,
    missing_photos_count: 0,
    project_id: line.projectId,
  }))
}
