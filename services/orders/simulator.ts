import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Problem } from '../platform/problems.ts'
import type { JobQueue, Platform } from '../platform/platform.ts'
import type { Order, OrderChange } from './order.ts'
import { applyStep, type ProductionStep } from './production.ts'
import { simulatorQueueName } from './simulatorQueue.ts'
import type { ParcelLine, TrackingEvent } from './states.ts'
import { changeOrder, type OrdersDatabase } from './store.ts'
import { addWorkingDays } from './workingDays.ts'

const payload = z.object({ orderId: z.uuid(), step: z.number().int().min(0) })
const carriers = ['PostNL', 'DHL', 'DPD'] as const
const delayWorkingDays = 2

type Planned = (order: Order, now: Date) => ProductionStep

/** The behaviour of the simulated factory for an order. It depends on the order's code only. */
export interface Fate {
  readonly isRejected: boolean
  readonly isDelayed: boolean
  readonly isSplit: boolean
  readonly isTracked: boolean
  readonly carrier: (typeof carriers)[number]
  /** Ten digits. The number of the parcel is appended. */
  readonly trackingNumber: string
}

/** 1 of 16 orders is rejected, 1 of 5 delayed, 1 of 4 split if it has several items, 1 of 6 has no tracking. */
export function fateOf(code: string): Fate {
  const digest = createHash('sha256').update(code).digest()
  const draw = (byte: number, sides: number) => digest.readUInt8(byte) % sides
  return {
    isRejected: draw(0, 16) === 0,
    isDelayed: draw(1, 5) === 0,
    isSplit: draw(2, 4) === 0,
    isTracked: draw(3, 6) !== 0,
    carrier: carriers[draw(4, carriers.length)] ?? 'DHL',
    trackingNumber: String(digest.readUIntBE(5, 6)).padStart(10, '0').slice(-10),
  }
}

/** The steps of the simulator for an order. They do not change while it is produced. */
export function planOf(
  order: Pick<Order, 'code' | 'delivery_type'> & { readonly lines: readonly ParcelLine[] },
): readonly Planned[] {
  const fate = fateOf(order.code)
  if (fate.isRejected) return [() => ({ step: 'Rejected' })]
  const parcels = parcelsOf(order, fate.isSplit)
  return [
    () => ({ step: 'ProductionStarted' }),
    ...(fate.isDelayed ? [delay] : []),
    () => ({ step: 'ProductionCompleted' }),
    ...parcels.map((lines, index) => () => parcelStep(fate, index + 1, lines)),
    ...(fate.isTracked ? parcels.flatMap((_, index) => trackingOf(order.delivery_type, index + 1)) : []),
  ]
}

function delay({ expected_from: from, expected_to: to }: Order, now: Date): ProductionStep {
  const later = (date: string | null) => addWorkingDays(date === null ? now : new Date(date), delayWorkingDays)
  return { step: 'Delayed', expectedDelivery: { from: later(from), to: later(to) } }
}

/** A split order has the first line, or one item of its only line, in the first parcel. */
function parcelsOf(
  { lines }: { readonly lines: readonly ParcelLine[] },
  isSplit: boolean,
): readonly (readonly ParcelLine[])[] {
  const all = lines.map(({ number, quantity }) => ({ number, quantity }))
  const [first, ...others] = all
  if (!isSplit || !first) return [all]
  if (others.length > 0) return [[first], others]
  if (first.quantity < 2) return [all]
  return [[{ ...first, quantity: 1 }], [{ ...first, quantity: first.quantity - 1 }]]
}

function parcelStep(fate: Fate, number: number, lines: readonly ParcelLine[]): ProductionStep {
  const trackingNumber = fate.isTracked ? `${fate.trackingNumber}${number}` : null
  const trackingUrl = trackingNumber && `https://tracking.example/${trackingNumber}`
  const parcel = { number, carrier: fate.carrier, trackingNumber, trackingUrl, lines: [...lines] }
  return { step: 'ParcelDispatched', parcel }
}

function trackingOf(deliveryType: Order['delivery_type'], parcel: number): Planned[] {
  const arrival = deliveryType === 'PickupPoint' ? 'ReadyForPickup' : 'OutForDelivery'
  const kinds: readonly TrackingEvent['kind'][] = ['InTransit', arrival, 'Delivered']
  return kinds.map((kind) => (order: Order, now: Date) => ({
    step: 'ParcelTracked',
    parcel,
    event: { at: now.toISOString(), kind, place: kind === 'InTransit' ? null : order.delivery_address.city },
  }))
}

/**
 * Simulates the factory, one step per job. A step and the job of the next one are stored in the transaction that counts
 * the step, so a repeated job does nothing. Without a pace, waiting jobs do nothing either: a real factory reports.
 */
export function simulatorQueue(
  platform: Platform,
  database: OrdersDatabase,
  stepSeconds: number | null,
): JobQueue<z.infer<typeof payload>> {
  return {
    name: simulatorQueueName,
    payload,
    concurrency: 2,
    retries: 20,
    timeoutSeconds: 60,
    async run({ orderId, step }) {
      if (stepSeconds === null) return
      await changeOrder(platform, database, { id: orderId }, (order) => simulate(order, step, stepSeconds))
    },
  }
}

function simulate(order: Order, step: number, stepSeconds: number): OrderChange | null {
  const plan = planOf(order)
  const planned = plan[step]
  if (order.simulated_steps !== step || order.status === 'Cancelled' || !planned) return null
  const now = new Date()
  const change = tryStep(order, planned(order, now), now)
  if (change === 'refused') return null
  const next = step + 1
  return {
    ...(change ?? { isSilent: true }),
    fields: { ...change?.fields, simulated_steps: next },
    ...(next < plan.length ? { simulate: { step: next, delaySeconds: stepSeconds } } : {}),
  }
}

/** A shop that cancels, or a factory that reports by itself, ends the simulation. */
function tryStep(order: Order, step: ProductionStep, now: Date): OrderChange | null | 'refused' {
  try {
    return applyStep(order, step, now)
  } catch (error) {
    if (error instanceof Problem) return 'refused'
    throw error
  }
}
