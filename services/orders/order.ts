import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import { Problem } from '../platform/problems.ts'
import type { PostalAddress } from './postalAddress.ts'
import type { Payment, TimelineEntry } from './states.ts'
import type { ParcelsTable, SubOrdersTable, SuperOrdersTable } from './tables.ts'
import { addWorkingDays } from './workingDays.ts'

export type SubOrder = Selectable<SubOrdersTable>
export type Parcel = Omit<Selectable<ParcelsTable>, 'super_order_id'>

/** A super order with its lines and parcels, both by number. */
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
  | 'production_starts_at'
  | 'simulated_steps'
>

export type OrderEventType = 'order.placed' | 'order.paid' | 'order.dispatched' | 'order.cancelled'

/** A change of an order, decided from its state. */
export interface OrderChange {
  readonly fields: Partial<OrderFields>
  readonly timeline?: readonly TimelineEntry[]
  /** A new parcel, or one whose tracking has changed. */
  readonly parcel?: Parcel
  /** Events besides `order.changed`. */
  readonly events?: readonly OrderEventType[]
  /** True if customers see no difference: the version stays, and there are no events. */
  readonly isSilent?: boolean
  /** The simulator's next step, and how long (s) to wait for it. */
  readonly simulate?: { readonly step: number; readonly delaySeconds: number }
}

/** The time of a change, and the simulator's pace. */
export interface Moment {
  readonly now: Date
  /** Seconds per simulated step; null if a real factory reports the steps. */
  readonly stepSeconds: number | null
}

export const paymentOutcomes = ['succeeds', 'fails', 'pending'] as const
export type PaymentOutcome = (typeof paymentOutcomes)[number]

/** The simulator starts production only after this many steps, so that an address can be changed before. */
const stepsBeforeProduction = 3
const promisedWorkingDays = { from: 3, to: 5 } as const

/** A refused change, for which the order is in the wrong state. */
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

/** An order without a price needs no payment. */
export function paymentFor(outcome: PaymentOutcome, total: number): Payment {
  if (total === 0) return 'paymentFree'
  if (outcome === 'succeeds') return 'paymentSuccess'
  return outcome === 'fails' ? 'paymentFailed' : 'paymentPending'
}

/** Makes an order ready for production: promises the dates, and starts the simulator if it is on. */
export function confirm({ now, stepSeconds }: Moment): Pick<OrderChange, 'fields' | 'simulate'> {
  const [from, to] = [addWorkingDays(now, promisedWorkingDays.from), addWorkingDays(now, promisedWorkingDays.to)]
  const dates = { promised_from: from, promised_to: to, expected_from: from, expected_to: to }
  const fields = { status: 'Confirmed', fulfilment: 'approved', ...dates } as const
  if (stepSeconds === null) return { fields }
  const delaySeconds = stepsBeforeProduction * stepSeconds
  const starts = new Date(now.getTime() + delaySeconds * 1_000)
  return { fields: { ...fields, production_starts_at: starts }, simulate: { step: 0, delaySeconds } }
}

/**
 * Applies the result of a payment.
 * @returns null if the result is known already
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

/** @param fulfilment `rejected` if the factory refuses the order */
export function cancelled(now: Date, fulfilment: 'cancelled' | 'rejected'): OrderChange {
  return {
    fields: { status: 'Cancelled', fulfilment, production_starts_at: null },
    timeline: [{ at: now.toISOString(), kind: 'Cancelled', parcel: null }],
    events: ['order.cancelled'],
  }
}

/** Why the delivery address cannot be changed, or null if it can. */
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

/**
 * Changes the delivery address.
 * @returns null if the order has this address
 * @throws Problem 409 if the address cannot be changed, or the price of the delivery would change
 */
export function changeAddress(order: Order, address: PostalAddress, now: Date): OrderChange | null {
  const reason = addressRefusal(order)
  if (reason) throw refused(reason, addressRefusals[reason])
  if (address.country !== order.delivery_address.country) {
    throw refused('DELIVERY_PRICE_CHANGES', 'Delivery to another country has another price and another VAT.')
  }
  if (isDeepStrictEqual(address, order.delivery_address)) return null
  return {
    fields: { delivery_address: address },
    timeline: [{ at: now.toISOString(), kind: 'AddressChanged', parcel: null }],
  }
}
