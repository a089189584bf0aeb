/** The internal states of an order, from the first to the last. Clients derive from them what customers see. */
export const orderStatuses = [
  'Received',
  'Confirmed',
  'ProductionStarted',
  'ProductionCompleted',
  'Dispatched',
  'Cancelled',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const payments = ['paymentPending', 'paymentFailed', 'paymentSuccess', 'paymentFree'] as const
export type Payment = (typeof payments)[number]

/** The fulfilment states of the specification. This service never sets the first three. */
export const fulfilments = [
  'verification failed',
  'processing',
  'processing failed',
  'approved',
  'rejected',
  'on_hold',
  'producing',
  'delayed',
  'shipped',
  'cancelled',
] as const
export type Fulfilment = (typeof fulfilments)[number]

export const orderSources = ['WEB', 'APP'] as const
export type OrderSource = (typeof orderSources)[number]

export const deliveryTypes = ['PickupPoint', 'Home'] as const
export type DeliveryType = (typeof deliveryTypes)[number]

export const timelineKinds = [
  'Placed',
  'Paid',
  'PaymentFailed',
  'AddressChanged',
  'ProductionStarted',
  'Delayed',
  'ProductionCompleted',
  'ParcelDispatched',
  'Delivered',
  'Cancelled',
] as const

export interface TimelineEntry {
  /** ISO 8601. */
  readonly at: string
  readonly kind: (typeof timelineKinds)[number]
  /** The number of the parcel; null if the entry concerns the order. */
  readonly parcel: number | null
}

export const trackingKinds = ['InTransit', 'OutForDelivery', 'ReadyForPickup', 'DeliveryFailed', 'Delivered'] as const

export interface TrackingEvent {
  /** ISO 8601. */
  readonly at: string
  readonly kind: (typeof trackingKinds)[number]
  readonly place: string | null
}

/** How many items of a line are in a parcel. */
export interface ParcelLine {
  /** The number of the line, from 1. */
  readonly number: number
  readonly quantity: number
}
