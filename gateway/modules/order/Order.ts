import type { NodeType } from '../../context.ts'
import { instantOf } from '../../instants.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import type { WireTimelineEntry } from '../../upstream/orders/wire.ts'
import type { OrderResolvers } from '../../__generated__/resolvers.ts'
import { addressAvailability, assumedReorder, reorderAvailability } from './availability.ts'
import { customerStatusOf } from './customerStatus.ts'
import type { OrderModel, OrderTimelineEntryModel } from './models.ts'
import { deliveryTypes, fulfilments, nameIn, payments, sources, timelineKinds, unavailableReasons } from './names.ts'
import { preflightOf } from './preflight.ts'

/** Resolves the fields of `Order`. A retailer's own service may send few of them. */
export const Order: Omit<OrderResolvers, 'vouchers' | 'invoices' | 'isBlocked'> = {
  id: ({ orderCode }) => encodeGlobalId('Order', orderCode),
  code: ({ orderCode }) => orderCode,
  version: ({ version }) => version ?? null,
  source: ({ source }) => nameIn(sources, source),
  placedAt: ({ placedAt }) => instantOf(placedAt) ?? placedAt,
  status: ({ status }) => customerStatusOf(status),
  payment: ({ payment }) => nameIn(payments, payment),
  fulfilment: ({ fulfilment }) => nameIn(fulfilments, fulfilment),
  lines: ({ products }) => products,
  shipments: (order) => order.shipments?.map((shipment) => ({ order, shipment })) ?? null,
  timeline: (order) => order.timeline?.flatMap((entry) => timelineEntry(entry, order)) ?? null,
  deliveryType: ({ deliveryType }) => nameIn(deliveryTypes, deliveryType),
  promisedDelivery: (order, _args, { orders }) =>
    hasDates(order)
      ? (order.promisedDelivery ?? null)
      : orders.findDeliveryDates(order.orderCode).then((dates) => dates?.promised ?? null),
  expectedDelivery: (order, _args, { orders }) =>
    hasDates(order)
      ? (order.expectedDelivery ?? null)
      : orders.findDeliveryDates(order.orderCode).then((dates) => dates?.expected ?? null),
  canChangeAddress: (order) => addressAvailability(order),
  canReorder: ({ orderCode, reorder, status, isListed }, _args, { orders }) => {
    if (reorder)
      return { isAllowed: reorder.isAllowed, reason: nameIn(unavailableReasons, reorder.reason), until: null }
    return isListed ? assumedReorder(status) : orders.findReorderStatus(orderCode).then(reorderAvailability)
  },
  reorderPreflight: (order, _args, context) => preflightOf(order, context),
}

/** Loads an order by id. The service returns it only to its customer. */
export const orderNode: NodeType = {
  type: 'Order',
  load: async (key, { viewer, orders }) => {
    const order = viewer && (await orders.find(key))
    // The service ignores the case of codes, but an order must have only one id.
    return order?.orderCode === key ? order : null
  },
}

/** The entry with its parcel. Empty for an entry of a kind that the API does not know, or without a readable time. */
function timelineEntry({ at, kind, parcel }: WireTimelineEntry, order: OrderModel): OrderTimelineEntryModel[] {
  const [time, known] = [instantOf(at), nameIn(timelineKinds, kind)]
  if (time === null || known === null) return []
  const shipment = order.shipments?.find(({ number }) => number === parcel)
  return [{ at: time, kind: known, shipment: shipment ? { order, shipment } : null }]
}

/**
 * Whether an order has all dates of delivery that it will have. Only our own service sends them with the order. With
 * other services, the orders of a list have no such dates, because each order would need a call.
 */
function hasDates({ promisedDelivery, expectedDelivery, isListed }: OrderModel): boolean {
  return isListed === true || promisedDelivery !== undefined || expectedDelivery !== undefined
}
