import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { typedText } from '../platform/plainText.ts'
import { cancelled, isBeforeProduction, type Order, type OrderChange, type Parcel, refused } from './order.ts'
import { trackingKinds } from './states.ts'

const maximumParcels = 100
const number = z.number().int().min(1).max(maximumParcels)
const optionalText = typedText(200)
  .nullish()
  .transform((value) => value ?? null)
const date = z.iso.date()
const instant = z.iso.datetime().transform((at) => new Date(at).toISOString())

const parcelSchema = z.object({
  number,
  carrier: optionalText,
  trackingNumber: optionalText,
  trackingUrl: z
    .url({ protocol: /^https$/, normalize: true })
    .max(1_000)
    .nullish()
    .transform((value) => value ?? null),
  lines: z
    .array(z.object({ number, quantity: z.number().int().min(1) }))
    .min(1)
    .max(maximumParcels),
})

/** What a factory reports about an order. */
export const productionStep = z.discriminatedUnion('step', [
  z.object({ step: z.literal('ProductionStarted') }),
  z.object({
    step: z.literal('Delayed'),
    at: instant.describe('When the factory found the delay. Of several reports, the latest counts.'),
    expectedDelivery: z.object({ from: date, to: date }),
  }),
  z.object({ step: z.literal('ProductionCompleted') }),
  z.object({ step: z.literal('ParcelDispatched'), parcel: parcelSchema }),
  z.object({
    step: z.literal('ParcelTracked'),
    parcel: number,
    event: z.object({ at: instant, kind: z.enum(trackingKinds), place: optionalText }),
  }),
  z.object({ step: z.literal('Rejected') }),
])

export type ProductionStep = z.output<typeof productionStep>
type StepOf<Name extends ProductionStep['step']> = Extract<ProductionStep, { step: Name }>

/**
 * Applies a step of production.
 * @returns null if the step was applied before, or is older than a step that was applied
 * @throws Problem 409 if the step does not fit the order: for example its state, its items or its parcels
 */
export function applyStep(order: Order, step: ProductionStep, now: Date): OrderChange | null {
  if (step.step === 'Rejected') return reject(order, now)
  if (order.status === 'Received' || order.status === 'Cancelled') throw wrongState(order)
  if (step.step === 'ProductionStarted') return start(order, now)
  if (step.step === 'Delayed') return delay(order, step, now)
  if (step.step === 'ProductionCompleted') return complete(order, now)
  if (step.step === 'ParcelDispatched') return dispatch(order, step, now)
  return track(order, step)
}

function wrongState({ status }: Order) {
  return refused('WRONG_STATE', `The step is not possible for an order in the state ${status}.`)
}

function start(order: Order, now: Date): OrderChange | null {
  if (order.status !== 'Confirmed') return null
  return {
    fields: { status: 'ProductionStarted', fulfilment: 'producing', production_starts_at: null },
    timeline: [{ at: now.toISOString(), kind: 'ProductionStarted', parcel: null }],
  }
}

/**
 * Applies a report of a delay. A report that is sent again must not replace a later report, so their times are
 * compared.
 */
function delay(order: Order, { at, expectedDelivery: { from, to } }: StepOf<'Delayed'>, now: Date): OrderChange | null {
  const reported = new Date(at)
  if (order.delay_reported_at !== null && reported <= order.delay_reported_at) return null
  if (order.expected_from === from && order.expected_to === to) {
    return { fields: { delay_reported_at: reported }, isSilent: true }
  }
  if (order.status === 'Dispatched') throw wrongState(order)
  if (to < from) throw refused('WRONG_DATES', 'The last day is before the first.')
  return {
    fields: { fulfilment: 'delayed', expected_from: from, expected_to: to, delay_reported_at: reported },
    timeline: [{ at: now.toISOString(), kind: 'Delayed', parcel: null }],
  }
}

function complete(order: Order, now: Date): OrderChange | null {
  if (order.status === 'Confirmed') throw wrongState(order)
  if (order.status !== 'ProductionStarted') return null
  return {
    fields: { status: 'ProductionCompleted' },
    timeline: [{ at: now.toISOString(), kind: 'ProductionCompleted', parcel: null }],
  }
}

/** Adds a parcel. The order is dispatched once all its items are in parcels. */
function dispatch(order: Order, { parcel: sent }: StepOf<'ParcelDispatched'>, now: Date): OrderChange | null {
  const parcel: Parcel = {
    number: sent.number,
    carrier: sent.carrier,
    tracking_number: sent.trackingNumber,
    tracking_url: sent.trackingUrl,
    lines: sent.lines,
    dispatched_at: now,
    tracking: [],
  }
  const known = order.parcels.find((one) => one.number === parcel.number)
  if (known) {
    const { dispatched_at, tracking } = known
    if (isDeepStrictEqual(known, { ...parcel, dispatched_at, tracking })) return null
    throw refused('PARCEL_EXISTS', 'Another parcel has this number.')
  }
  if (order.status !== 'ProductionCompleted') throw wrongState(order)
  const left = unsentItems(order)
  for (const line of parcel.lines) {
    const rest = (left.get(line.number) ?? 0) - line.quantity
    if (rest < 0) throw refused('TOO_MANY_ITEMS', `Fewer items of line ${line.number} are left to send.`)
    left.set(line.number, rest)
  }
  const isLast = [...left.values()].every((quantity) => quantity === 0)
  return {
    fields: isLast ? { status: 'Dispatched', fulfilment: 'shipped' } : {},
    timeline: [{ at: now.toISOString(), kind: 'ParcelDispatched', parcel: parcel.number }],
    parcel,
    events: isLast ? ['order.dispatched'] : [],
  }
}

/** How many items of each line are in no parcel yet. */
function unsentItems({ lines, parcels }: Order): Map<number, number> {
  const left = new Map(lines.map((line) => [line.number, line.quantity]))
  for (const { number: line, quantity } of parcels.flatMap((parcel) => parcel.lines)) {
    left.set(line, (left.get(line) ?? 0) - quantity)
  }
  return left
}

function track(order: Order, { parcel: wanted, event }: StepOf<'ParcelTracked'>): OrderChange | null {
  const parcel = order.parcels.find((one) => one.number === wanted)
  if (!parcel) throw refused('NO_SUCH_PARCEL', 'The order has no parcel with this number.')
  if (parcel.tracking.some(({ at, kind }) => at === event.at && kind === event.kind)) return null
  const tracking = [...parcel.tracking, event].toSorted((one, other) => one.at.localeCompare(other.at))
  const isFirstDelivery = event.kind === 'Delivered' && !parcel.tracking.some(({ kind }) => kind === 'Delivered')
  return {
    fields: {},
    timeline: isFirstDelivery ? [{ at: event.at, kind: 'Delivered', parcel: wanted }] : [],
    parcel: { ...parcel, tracking },
  }
}

/** The factory refuses the order: for example, its photos are missing. */
function reject(order: Order, now: Date): OrderChange | null {
  if (order.status === 'Cancelled') return null
  if (!isBeforeProduction(order) && order.status !== 'ProductionStarted') throw wrongState(order)
  return cancelled(now, 'rejected')
}
