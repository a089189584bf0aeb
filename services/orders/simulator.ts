import { createHash } from 'node:crypto'
import type { NotNull } from 'kysely'
import { z } from 'zod'
import { todayAt } from '../platform/calendar/workingDays.ts'
import { Problem } from '../platform/problems.ts'
import type { JobQueue, Platform } from '../platform/platform.ts'
import { addWorkingDays, type Order, type OrderChange } from './order.ts'
import { applyStep, type ProductionStep } from './production.ts'
import { queueSteps, simulatorQueueName } from './simulatorQueue.ts'
import type { ParcelLine, TrackingEvent } from './states.ts'
import { changeOrder, type OrdersDatabase } from './store.ts'

const payload = z.object({ orderId: z.uuid(), step: z.number().int().min(0) })
const emptyPayload = z.object({})
const resumedPerPage = 500
const carriers = ['PostNL', 'DHL', 'DPD'] as const
const delayWorkingDays = 2

/** Makes a step of the plan from the current order. */
type PlannedStep = (order: Order, now: Date) => ProductionStep

/** What the simulated factory does with an order. It depends on the order's code only. */
export interface SimulatedOutcome {
  readonly isRejected: boolean
  readonly isDelayed: boolean
  readonly isSplit: boolean
  readonly isTracked: boolean
  readonly carrier: (typeof carriers)[number]
  /** Ten digits. The number of the parcel is appended. */
  readonly trackingNumber: string
}

/**
 * On average, 1 of 16 orders is rejected, 1 of 5 is delayed, and 1 of 6 has no tracking. Of those with several items, 1
 * of 4 is split.
 */
export function simulatedOutcomeOf(code: string): SimulatedOutcome {
  const digest = createHash('sha256').update(code).digest()
  const draw = (byte: number, count: number) => digest.readUInt8(byte) % count
  return {
    isRejected: draw(0, 16) === 0,
    isDelayed: draw(1, 5) === 0,
    isSplit: draw(2, 4) === 0,
    isTracked: draw(3, 6) !== 0,
    carrier: carriers[draw(4, carriers.length)] ?? 'DHL',
    trackingNumber: String(digest.readUIntBE(5, 6)).padStart(10, '0').slice(-10),
  }
}

/** The steps of the simulator for an order. They do not change while the order is produced. */
export function planOf(
  order: Pick<Order, 'code' | 'delivery_type'> & { readonly lines: readonly ParcelLine[] },
): readonly PlannedStep[] {
  const outcome = simulatedOutcomeOf(order.code)
  if (outcome.isRejected) return [() => ({ step: 'Rejected' })]
  const parcels = parcelsOf(order, outcome.isSplit)
  return [
    () => ({ step: 'ProductionStarted' }),
    ...(outcome.isDelayed ? [delay] : []),
    () => ({ step: 'ProductionCompleted' }),
    ...parcels.map((lines, index) => () => parcelStep(outcome, index + 1, lines)),
    ...(outcome.isTracked ? parcels.flatMap((_, index) => trackingOf(order.delivery_type, index + 1)) : []),
  ]
}

function delay({ expected_from: from, expected_to: to }: Order, now: Date): ProductionStep {
  const later = (day: string | null) => addWorkingDays(day ?? todayAt(now), delayWorkingDays)
  return { step: 'Delayed', at: now.toISOString(), expectedDelivery: { from: later(from), to: later(to) } }
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

function parcelStep(outcome: SimulatedOutcome, number: number, lines: readonly ParcelLine[]): ProductionStep {
  const trackingNumber = outcome.isTracked ? `${outcome.trackingNumber}${number}` : null
  const trackingUrl = trackingNumber && `https://tracking.example/${trackingNumber}`
  const parcel = { number, carrier: outcome.carrier, trackingNumber, trackingUrl, lines: [...lines] }
  return { step: 'ParcelDispatched', parcel }
}

function trackingOf(deliveryType: Order['delivery_type'], parcel: number): PlannedStep[] {
  const arrival = deliveryType === 'PickupPoint' ? 'ReadyForPickup' : 'OutForDelivery'
  const kinds: readonly TrackingEvent['kind'][] = ['InTransit', arrival, 'Delivered']
  return kinds.map((kind) => (order: Order, now: Date) => ({
    step: 'ParcelTracked',
    parcel,
    event: { at: now.toISOString(), kind, place: kind === 'InTransit' ? null : order.delivery_address.city },
  }))
}

/**
 * Simulates the factory, one step per job. A step, the number of the next step and its job are stored in one
 * transaction, so a repeated job does nothing.
 * @param stepSeconds the pace; null if the simulator is off: then a waiting job does no step, and the order no longer
 *   says when production starts
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
      await changeOrder(platform, database, { id: orderId }, (order) =>
        stepSeconds === null ? withoutProductionStart(order) : simulate(order, step, stepSeconds),
      )
    },
  }
}

function withoutProductionStart(order: Order): OrderChange | null {
  return order.production_starts_at === null ? null : { fields: { production_starts_at: null } }
}

/**
 * Runs every minute. If the simulator is on, queues the next step of each order that is still simulated, unless the job
 * of this step is waiting. A job is missing if it ran while the simulator was off, or failed too often.
 */
export function resumeQueue(
  platform: Platform,
  database: OrdersDatabase,
  stepSeconds: number | null,
): JobQueue<z.infer<typeof emptyPayload>> {
  return {
    name: 'orders.resume',
    payload: emptyPayload,
    concurrency: 1,
    retries: 2,
    timeoutSeconds: 60,
    cron: '* * * * *',
    async run(_payload, signal) {
      if (stepSeconds === null) return
      let after = '00000000-0000-0000-0000-000000000000'
      while (!signal.aborted) {
        const orders = await database
          .selectFrom('super_orders')
          .select(['id', 'next_simulated_step as step'])
          .where('next_simulated_step', 'is not', null)
          .$narrowType<{ step: NotNull }>()
          .where('id', '>', after)
          .orderBy('id')
          .limit(resumedPerPage)
          .execute()
        await database.transaction().execute((change) => queueSteps(platform, change, orders, stepSeconds))
        const last = orders.at(-1)
        if (!last || orders.length < resumedPerPage) return
        after = last.id
      }
    },
  }
}

function simulate(order: Order, step: number, stepSeconds: number): OrderChange | null {
  const plan = planOf(order)
  const planned = plan[step]
  if (order.next_simulated_step !== step || !planned) return null
  const now = new Date()
  const change = tryStep(order, planned(order, now), now)
  if (change === 'refused') return { fields: { next_simulated_step: null }, isSilent: true }
  const next = step + 1
  const hasNext = next < plan.length
  return {
    ...(change ?? { isSilent: true }),
    fields: { ...change?.fields, next_simulated_step: hasNext ? next : null },
    ...(hasNext ? { simulate: { step: next, delaySeconds: stepSeconds } } : {}),
  }
}

/**
 * Applies a step. Returns `refused` if the step does not fit, because a real factory has reported other steps. A
 * refused step ends the simulation of the order.
 */
function tryStep(order: Order, step: ProductionStep, now: Date): OrderChange | null | 'refused' {
  try {
    return applyStep(order, step, now)
  } catch (error) {
    if (error instanceof Problem) return 'refused'
    throw error
  }
}
