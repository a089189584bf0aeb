import { createHash } from 'node:crypto'
import { todayAt } from '../platform/calendar/workingDays.ts'
import { demoAccounts, type DemoOrder } from '../platform/demo.ts'
import { demoAddresses, demoBusinessAddress, demoProducts } from './demoProducts.ts'
import { addWorkingDays, cancel, type Order, type OrderChange, pay, type PaymentOutcome } from './order.ts'
import { createOrder, type NewLine } from './placing.ts'
import type { PostalAddress } from '../platform/postalAddress.ts'
import { applyStep, type ProductionStep } from './production.ts'
import type { DeliveryType, ParcelLine, TrackingEvent } from './states.ts'
import { changedOrder } from './store.ts'

const dayMilliseconds = 86_400_000
const oldestDays = 5 * 365
const vatRate = 2_100

const [, , studio] = demoAccounts

/** The last state of a demo order, and how it is delivered. */
export interface Story {
  readonly daysOld: number
  readonly payment?: PaymentOutcome
  readonly until?: 'confirmed' | 'started' | 'delayed' | 'completed' | 'partly' | 'sent' | 'arriving' | 'delivered'
  readonly ends?: 'cancelled' | 'rejected'
  readonly isSplit?: boolean
  readonly isUntracked?: boolean
  readonly deliveryType?: DeliveryType
}

/** The newest orders of an account, in every state. */
export const recentStories: readonly Story[] = [
  { daysOld: 0.1, payment: 'pending' },
  { daysOld: 0.2, until: 'confirmed' },
  { daysOld: 0.5, payment: 'fails' },
  { daysOld: 0.8, until: 'confirmed', deliveryType: 'PickupPoint' },
  { daysOld: 2, until: 'started' },
  { daysOld: 4, until: 'delayed' },
  { daysOld: 5, until: 'completed' },
  { daysOld: 6, until: 'sent' },
  { daysOld: 7, until: 'partly', isSplit: true },
  { daysOld: 8, until: 'sent', isUntracked: true },
  { daysOld: 9, until: 'arriving' },
  { daysOld: 10, until: 'arriving', deliveryType: 'PickupPoint' },
  { daysOld: 12, until: 'delivered', isSplit: true },
  { daysOld: 14, payment: 'fails', ends: 'cancelled' },
  { daysOld: 16, until: 'confirmed', ends: 'rejected' },
]

/** The newest orders, and older ones evenly over five years. */
export function storiesOf(count: number): readonly Story[] {
  const older = Array.from({ length: count - recentStories.length }, (_, index): Story => {
    const daysOld = 31 + Math.floor(((oldestDays - 31) / (count - recentStories.length)) * index)
    if (index % 17 === 16) return { daysOld, payment: 'pending' }
    if (index % 11 === 10) return { daysOld, until: 'confirmed', ends: index % 2 === 0 ? 'cancelled' : 'rejected' }
    const deliveryType = index % 7 === 6 ? 'PickupPoint' : 'Home'
    return { daysOld, until: 'delivered', isSplit: index % 9 === 8, isUntracked: index % 13 === 12, deliveryType }
  })
  return [...recentStories, ...older]
}

/**
 * Makes the customer's order that a story describes. `index` is the place of the story in the list. `key` makes the
 * order unique within its account.
 */
export function orderOf(
  story: Story,
  options: {
    readonly accountId: string
    readonly index: number
    readonly key: string
    readonly now: Date
    readonly shopUrl: string
    readonly named?: DemoOrder | undefined
  },
): Order {
  const { accountId, index, key, now, shopUrl, named } = options
  const digest = createHash('sha256').update(`${accountId} ${key}`).digest()
  const placed = new Date(Math.floor(now.getTime() / 1_000) * 1_000 - story.daysOld * dayMilliseconds)
  const { order } = createOrder(
    {
      accountId,
      source: index % 4 === 3 ? 'APP' : 'WEB',
      shopUrl,
      currency: 'EUR',
      lines: linesOf(digest, story.isSplit === true, named),
      shipping: { price: 495, vatRate },
      deliveryType: story.deliveryType ?? 'Home',
      deliveryAddress: addressOf(accountId, story.deliveryType ?? 'Home'),
      payment: 'pending',
    },
    { now: placed, stepSeconds: null, code: named?.code ?? codeOf(digest) },
  )
  const keyed = { ...order, request_key: key, request_digest: 'demo' }
  const last = changesOf(story, placed).reduce((current, next) => apply(current, next(current)), keyed)
  return { ...last, next_simulated_step: null }
}

function addressOf(accountId: string, type: DeliveryType): PostalAddress {
  return accountId === studio.id && type === 'Home' ? demoBusinessAddress : demoAddresses[type]
}

function apply(order: Order, change: OrderChange | null): Order {
  return change ? changedOrder(order, change) : order
}

/** The code is the same in every installation: 12 hexadecimal digits. */
function codeOf(digest: Buffer): string {
  return digest.toString('hex', 0, 6).toUpperCase()
}

function linesOf(digest: Buffer, isSplit: boolean, named: DemoOrder | undefined): NewLine[] {
  const count = isSplit ? 2 : 1 + (digest.readUInt8(6) % 3)
  return Array.from({ length: count }, (_, index) => {
    const wanted = index === 0 ? named : undefined
    const product =
      demoProducts.find(({ code }) => code === wanted?.productCode) ??
      demoProducts[digest.readUInt8(7 + index) % demoProducts.length] ??
      demoProducts[0]
    const quantity = 1 + (digest.readUInt8(10 + index) % product.maximumItems)
    const voucher = wanted?.voucher ?? null
    return {
      productCode: product.code,
      variant: product.variant,
      articleName: product.article,
      title: wanted?.title ?? product.title,
      quantity,
      unitPrice: product.price,
      discount: voucher ? Math.round((product.price * quantity * voucher.percentage) / 100) : 0,
      vatRate,
      voucher: voucher?.code ?? null,
      photoIds: [],
      projectId: null,
    }
  })
}

const steps = ['confirmed', 'started', 'delayed', 'completed', 'partly', 'sent', 'arriving', 'delivered'] as const
type Change = (order: Order) => OrderChange | null

/** The changes of a story, in order. */
function changesOf({ payment = 'succeeds', until, ends, isSplit, isUntracked }: Story, placed: Date): Change[] {
  const after = (days: number) => new Date(placed.getTime() + days * dayMilliseconds)
  const produce = (days: number, step: (order: Order) => ProductionStep) => (order: Order) =>
    applyStep(order, step(order), after(days))
  const reached = until === undefined ? -1 : steps.indexOf(until)
  const isAt = (step: (typeof steps)[number]) => reached >= steps.indexOf(step)
  const parcels = isSplit ? [1, 2] : [1]
  const sent = until === 'partly' ? [1] : isAt('sent') ? parcels : []
  const kinds: ('InTransit' | 'arrival' | 'Delivered')[] = ['InTransit']
  if (isAt('arriving')) kinds.push('arrival')
  if (isAt('delivered')) kinds.push('Delivered')
  return [
    (order) => pay(order, payment, { now: after(0.01), stepSeconds: null }),
    ...(isAt('started') ? [produce(1, () => ({ step: 'ProductionStarted' }))] : []),
    ...(until === 'delayed' ? [produce(2, (order) => delayed(order, after(2)))] : []),
    ...(isAt('completed') ? [produce(2.5, () => ({ step: 'ProductionCompleted' }))] : []),
    ...sent.map((parcel) => produce(2.6 + parcel, (order) => parcelStep(order, parcel, parcels.length, isUntracked))),
    ...(isUntracked
      ? []
      : sent.flatMap((parcel) =>
          kinds.map((kind, index) => {
            const days = 3 + parcel + index
            return produce(days, (order) => tracked(order, parcel, kind, after(days)))
          }),
        )),
    ...(ends === 'rejected' ? [produce(0.5, () => ({ step: 'Rejected' }))] : []),
    ...(ends === 'cancelled' ? [(order: Order) => cancel(order, after(0.5))] : []),
  ]
}

function delayed({ promised_to: to }: Order, at: Date): ProductionStep {
  const later = (days: number) => addWorkingDays(to ?? todayAt(at), days)
  return { step: 'Delayed', at: at.toISOString(), expectedDelivery: { from: later(2), to: later(4) } }
}

/** With two parcels, each has one of the two lines. */
function parcelStep(order: Order, number: number, parcels: number, isUntracked = false): ProductionStep {
  const all: ParcelLine[] = order.lines.map((line) => ({ number: line.number, quantity: line.quantity }))
  const lines = parcels === 1 ? all : all.filter((line) => line.number === number)
  const trackingNumber = isUntracked ? null : `3S${order.code}${number}`
  const trackingUrl = trackingNumber && `https://tracking.example/${trackingNumber}`
  return { step: 'ParcelDispatched', parcel: { number, carrier: 'PostNL', trackingNumber, trackingUrl, lines } }
}

function tracked(order: Order, parcel: number, kind: 'InTransit' | 'arrival' | 'Delivered', at: Date): ProductionStep {
  const arrival: TrackingEvent['kind'] = order.delivery_type === 'Home' ? 'OutForDelivery' : 'ReadyForPickup'
  const place = kind === 'InTransit' ? null : order.delivery_address.city
  return {
    step: 'ParcelTracked',
    parcel,
    event: { at: at.toISOString(), kind: kind === 'arrival' ? arrival : kind, place },
  }
}
