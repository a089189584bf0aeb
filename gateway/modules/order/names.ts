import type {
  DeliveryType,
  FulfilmentState,
  OrderSource,
  OrderTimelineKind,
  PaymentState,
  ShipmentStatus,
  UnavailableReason,
} from '../../__generated__/resolvers.ts'
import { knownNames } from '../shared/knownNames.ts'

/* The API's names for the values of the orders service. The API does not know values that are not listed here. */

export const sources = knownNames<OrderSource>(['WEB', 'APP'])

export const deliveryTypes = new Map<string, DeliveryType>([
  ['Home', 'HOME'],
  ['PickupPoint', 'PICKUP_POINT'],
])

export const payments = new Map<string, PaymentState>([
  ['paymentPending', 'PENDING'],
  ['paymentFailed', 'FAILED'],
  ['paymentSuccess', 'SUCCEEDED'],
  ['paymentFree', 'FREE'],
])

export const fulfilments = new Map<string, FulfilmentState>([
  ['verification failed', 'VERIFICATION_FAILED'],
  ['processing', 'PROCESSING'],
  ['processing failed', 'PROCESSING_FAILED'],
  ['approved', 'APPROVED'],
  ['rejected', 'REJECTED'],
  ['on_hold', 'ON_HOLD'],
  ['producing', 'PRODUCING'],
  ['delayed', 'DELAYED'],
  ['shipped', 'SHIPPED'],
  ['cancelled', 'CANCELLED'],
])

export const shipmentStatuses = new Map<string, ShipmentStatus>([
  ['Dispatched', 'DISPATCHED'],
  ['InTransit', 'IN_TRANSIT'],
  ['OutForDelivery', 'OUT_FOR_DELIVERY'],
  ['ReadyForPickup', 'READY_FOR_PICKUP'],
  ['DeliveryFailed', 'DELIVERY_FAILED'],
  ['Delivered', 'DELIVERED'],
])

export const timelineKinds = new Map<string, OrderTimelineKind>([
  ['Placed', 'PLACED'],
  ['Paid', 'PAID'],
  ['PaymentFailed', 'PAYMENT_FAILED'],
  ['AddressChanged', 'ADDRESS_CHANGED'],
  ['ProductionStarted', 'PRODUCTION_STARTED'],
  ['Delayed', 'DELAYED'],
  ['ProductionCompleted', 'PRODUCTION_COMPLETED'],
  ['ParcelDispatched', 'PARCEL_DISPATCHED'],
  ['Delivered', 'DELIVERED'],
  ['Cancelled', 'CANCELLED'],
])

export const unavailableReasons = new Map<string, UnavailableReason>([
  ['PICKUP_POINT', 'PICKUP_POINT'],
  ['ORDER_CANCELLED', 'ORDER_CANCELLED'],
  ['PRODUCTION_STARTED', 'PRODUCTION_STARTED'],
  ['UNPAID', 'ORDER_UNPAID'],
  ['CANCELLED', 'ORDER_CANCELLED'],
])

/**
 * The API's name for a value of the service; null when the service sends no value, or one that the API does not know.
 */
export function nameIn<Name>(names: ReadonlyMap<string, Name>, value: string | null | undefined): Name | null {
  return (value && names.get(value)) || null
}
