import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import { readHolidays, type Day, factory, todayAt, workingDaysAfter } from '../platform/calendar/workingDays.ts'
import { Problem } from '../platform/problems.ts'
import type { PostalAddress } from '../platform/postalAddress.ts'
import type { Payment, TimelineEntry } from './states.ts'
import type { ParcelsTable, SubOrdersTable, SuperOrdersTable } from './tables.ts'

/** A line of an order. */
export interface SubOrder extends Selectable<SubOrdersTable> {
  /** While the order is being placed: all photos of the line. Afterwards: the first ones that exist, at most 4. */
  readonly photo_ids: readonly string[]
  /** How many photos were deleted for good. */
  readonly missing_photos_count: number
}
export type Parcel = Omit<Selectable<ParcelsTable>, 'super_order_id'>

/** A super order with its lines and parcels. Both are sorted by number. */
export interface Order extends Selectable<SuperOrdersTable> {
  readonly lines: readonly SubOrder[]
  readonly parcels: readonly Parcel[]
}

/** The columns that change after an order was placed. */
export type OrderFields = Pick<
  Selectable<SuperOrdersTable>,
  | 'status'
  | 'payment'
  | 'payment_changed_at'
  | 'fulfilment'
  | 'delivery_address'
  | 'promised_from'
  | 'promised_to'
  | 'expected_from'
  | 'expected_to'
  | 'delay_reported_at'
  | 'production_starts_at'
  | 'next_simulated_step'
>

export type OrderEventType = 'order.placed' | 'order.paid' | 'order.dispatched' | 'order.cancelled'

/** A change of an order. It is computed from the current order, and then stored by `changeOrder`. */
export interface OrderChange {
  readonly fields: Partial<OrderFields>
  readonly timeline?: readonly TimelineEntry[]
  /** A new parcel, or one whose tracking has changed. */
  readonly parcel?: Parcel
  /** Events to append besides `order.changed`. */
  readonly events?: readonly OrderEventType[]
  /** True if customers see no difference: the version stays, and there are no events. */
  readonly isSilent?: boolean
  /** The simulator's next step, and how long (s) the simulator waits before it. */
  readonly simulate?: { readonly step: number; readonly delaySeconds: number }
}

/** The time of a change, and the pace of the simulator. */
export interface Moment {
  readonly now: Date
  /** Seconds per simulated step; null if a real factory reports the steps. */
  readonly stepSeconds: number | null
}

export const paymentOutcomes = ['succeeds', 'fails', 'pending'] as const
export type PaymentOutcome = (typeof paymentOutcomes)[number]

/**
 * How many steps (of `ORDER_PACE`) the simulator waits before production, so that there is time in a demo to change the
 * delivery address.
 */
const stepsBeforeProduction = 3
const promisedWorkingDays = { from: 3, to: 5 } as const
const holidays = readHolidays()

/** Unpaid orders expire this many days after they were placed. */
export const daysUntilExpiry = 30

/** The problem for a change that the state of the order does not allow. */
export function refused(code: string, detail: string): Problem {
  return new Problem(409, code, detail)
}

export function isPaid({ payment }: { readonly payment: Payment }): boolean {
  return payment === 'paymentSuccess' || payment === 'paymentFree'
}

/** True until production starts. */
export function isBeforeProduction({ status }: Pick<Order, 'status'>): boolean {
  return status === 'Received' || status === 'Confirmed'
}

/** The state of a payment after its outcome. An order that costs nothing needs no payment. */
export function paymentFor(outcome: PaymentOutcome, total: number): Payment {
  if (total === 0) return 'paymentFree'
  if (outcome === 'succeeds') return 'paymentSuccess'
  return outcome === 'fails' ? 'paymentFailed' : 'paymentPending'
}

/** Adds working days of the factory to a day. */
export function addWorkingDays(day: Day, count: number): Day {
  return workingDaysAfter(day, count, factory.country, holidays)
}

/**
 * Makes an order ready for production: promises the delivery dates, and starts the simulator if it is on. The first
 * simulated step is stored even if the simulator is off, so that the simulator continues with the order when it is
 * switched on.
 */
export function confirm({ now, stepSeconds }: Moment): Pick<OrderChange, 'fields' | 'simulate'> {
  const today = todayAt(now)
  const from = addWorkingDays(today, promisedWorkingDays.from)
  const to = addWorkingDays(today, promisedWorkingDays.to)
  const dates = { promised_from: from, promised_to: to, expected_from: from, expected_to: to }
  const fields = { status: 'Confirmed', fulfilment: 'approved', next_simulated_step: 0, ...dates } as const
  if (stepSeconds === null) return { fields }
  const delaySeconds = stepsBeforeProduction * stepSeconds
  const starts = new Date(now.getTime() + delaySeconds * 1_000)
  return { fields: { ...fields, production_starts_at: starts }, simulate: { step: 0, delaySeconds } }
}

/**
 * Applies the result of a payment.
 * @returns null if the order already has this result
 * @throws Problem 409 if the order is cancelled or already paid
 */
export function pay(order: Order, outcome: PaymentOutcome, moment: Moment): OrderChange | null {
  const payment = paymentFor(outcome, order.total)
  if (order.payment === payment) return null
  if (order.status === 'Cancelled') throw refused('ORDER_CANCELLED', 'The order is cancelled.')
  if (isPaid(order)) throw refused('ALREADY_PAID', 'The order is paid.')
  const at = moment.now.toISOString()
  const changed = { payment, payment_changed_at: moment.now }
  if (payment === 'paymentPending') return { fields: changed }
  if (payment === 'paymentFailed') {
    return { fields: changed, timeline: [{ at, kind: 'PaymentFailed', parcel: null }] }
  }
  const { fields, simulate } = confirm(moment)
  return {
    fields: { ...fields, ...changed },
    timeline: [{ at, kind: 'Paid', parcel: null }],
    events: ['order.paid'],
    ...(simulate ? { simulate } : {}),
  }
}

/**
 * Cancels an order for the shop.
 * @returns null if it is cancelled already
 * @throws Problem 409 once production has started
 */
export function cancel(order: Order, now: Date): OrderChange | null {
  if (order.status === 'Cancelled') return null
  if (!isBeforeProduction(order)) throw refused('PRODUCTION_STARTED', 'The order is in production.')
  return cancelled(now, 'cancelled')
}

/**
 * The change that cancels an order.
 * @param fulfilment `rejected` if the factory refuses the order
 */
export function cancelled(now: Date, fulfilment: 'cancelled' | 'rejected'): OrderChange {
  return {
    fields: { status: 'Cancelled', fulfilment, production_starts_at: null, next_simulated_step: null },
    timeline: [{ at: now.toISOString(), kind: 'Cancelled', parcel: null }],
    events: ['order.cancelled'],
  }
}

/** Why the delivery address cannot be changed. Null: it can be changed. */
export function addressRefusal(order: Order): 'PICKUP_POINT' | 'ORDER_CANCELLED' | 'PRODUCTION_STARTED' | null {
  if (order.status === 'Cancelled') return 'ORDER_CANCELLED'
  if (order.delivery_type === 'PickupPoint') return 'PICKUP_POINT'
  return isBeforeProduction(order) ? null : 'PRODUCTION_STARTED'
}

const addressRefusals = {
  PICKUP_POINT: 'The order is delivered to a parcel shop.',
  ORDER_CANCELLED: 'The order is cancelled.',
  PRODUCTION_STARTED: 'The address cannot be changed once production has started.',
} as const

export const reorderRefusals = ['UNPAID', 'CANCELLED'] as const

/** Why an order cannot be ordered again. Null: it can be ordered again. */
export function reorderRefusal(order: Order): (typeof reorderRefusals)[number] | null {
  if (order.status === 'Cancelled') return 'CANCELLED'
  return isPaid(order) ? null : 'UNPAID'
}

/** True if this is already the delivery address of the order. */
export function hasAddress(order: Order, address: PostalAddress): boolean {
  return isDeepStrictEqual(address, order.delivery_address)
}

/**
 * Changes the delivery address.
 * @throws Problem 409 if the address cannot be changed, or the price of the delivery would change
 */
export function changeAddress(order: Order, address: PostalAddress, now: Date): OrderChange {
  const reason = addressRefusal(order)
  if (reason) throw refused(reason, addressRefusals[reason])
  if (address.country !== order.delivery_address.country) {
    throw refused('DELIVERY_PRICE_CHANGES', 'Delivery to another country has another price and another VAT.')
  }
  return {
    fields: { delivery_address: address },
    timeline: [{ at: now.toISOString(), kind: 'AddressChanged', parcel: null }],
  }
}

/** The first and the last day of a delivery. */
export interface DateRange {
  readonly from: Day
  readonly to: Day
}

/** The delivery dates that were promised first, and the current ones. Null for unpaid and cancelled orders. */
export function deliveryDatesOf(order: Order): { readonly promised: DateRange; readonly expected: DateRange } | null {
  const promised = rangeOf(order.promised_from, order.promised_to)
  const expected = rangeOf(order.expected_from, order.expected_to)
  return order.status === 'Cancelled' || !promised || !expected ? null : { promised, expected }
}

function rangeOf(from: Day | null, to: Day | null): DateRange | null {
  return from === null || to === null ? null : { from, to }
}
