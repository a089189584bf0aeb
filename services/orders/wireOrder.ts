import { z } from 'zod'
import { toWireMoney, wireMoney, wireVatRate } from '../platform/money.ts'
import {
  addressRefusal,
  deliveryDatesOf,
  type Order,
  type Parcel,
  reorderRefusal,
  reorderRefusals,
  type SubOrder,
} from './order.ts'
import { lineData, toWireVat } from './orderEvents.ts'
import { maximumThumbnails } from './linePhotos.ts'
import { wirePostalAddress } from '../platform/postalAddress.ts'
import {
  deliveryTypes,
  fulfilments,
  orderSources,
  orderStatuses,
  payments,
  timelineKinds,
  trackingKinds,
} from './states.ts'
import type { SubOrderWithStatus } from './store.ts'

const instant = z.iso.datetime()
const count = z.number().int()
const text = z.string().nullable()
const dateRange = z.object({ from: z.iso.date(), to: z.iso.date() }).meta({ id: 'DateRange' })

/** A line of a super order. */
export const subOrderSchema = z
  .object({
    orderCode: z.string().describe('The code of the super order, a hyphen, and the number of the line.'),
    superOrderCode: z.string(),
    number: count,
    placedAt: instant,
    status: z.enum(orderStatuses).describe('The internal state of the super order.'),
    productCode: z.string(),
    articleName: z.string(),
    title: z.string(),
    quantity: count,
    unitPrice: wireMoney,
    discount: wireMoney.describe('Of the whole line.'),
    total: wireMoney,
    tax: wireMoney.describe('The VAT in the total.'),
    vatRate: wireVatRate.describe('Percent, such as "21.00".'),
    voucher: text.describe('The code of the voucher.'),
    photoIds: z
      .array(z.uuid())
      .describe(`The photos that are shown as thumbnails of the line, at most ${maximumThumbnails}.`),
    photosCount: count,
    missingPhotosCount: count.describe('How many of the photos were deleted for good.'),
    projectId: text,
  })
  .meta({ id: 'SubOrder', description: 'A copy of what was ordered, as it was when the order was placed.' })

const shipmentSchema = z
  .object({
    number: count,
    carrier: text,
    trackingNumber: text.describe('Null if the parcel cannot be followed.'),
    trackingUrl: text,
    dispatchedAt: instant,
    status: z.enum(['Dispatched', ...trackingKinds]).describe('Of the newest tracking event.'),
    lines: z.array(z.object({ number: count, quantity: count })),
    events: z.array(z.object({ at: instant, kind: z.enum(trackingKinds), place: text })),
  })
  .meta({ id: 'Shipment' })

/** A super order. */
export const superOrderSchema = z
  .object({
    orderCode: z.string(),
    version: count.describe(
      'Increases with each change. To change the order only if it has not changed since, send the version as `If-Match`.',
    ),
    source: z.enum(orderSources),
    placedAt: instant,
    status: z.enum(orderStatuses).describe('The internal state.'),
    payment: z.enum(payments),
    paymentChangedAt: instant,
    fulfilment: z.enum(fulfilments),
    products: z.array(subOrderSchema),
    productCount: count.describe('The number of sub-orders.'),
    subtotal: wireMoney.describe('All prices include VAT: total = subtotal - discount + shipping.'),
    discount: wireMoney,
    shipping: wireMoney,
    tax: wireMoney.describe('The VAT in the total.'),
    total: wireMoney,
    vat: z.array(z.object({ vatRate: wireVatRate, net: wireMoney, tax: wireMoney, gross: wireMoney })),
    deliveryType: z.enum(deliveryTypes),
    deliveryAddress: wirePostalAddress,
    addressChange: z.object({
      isAllowed: z.boolean(),
      reason: z.enum(['PICKUP_POINT', 'ORDER_CANCELLED', 'PRODUCTION_STARTED']).nullable(),
      until: instant.nullable().describe('When production is planned to start; null if this is not known.'),
    }),
    reorder: z
      .object({ isAllowed: z.boolean(), reason: z.enum(reorderRefusals).nullable() })
      .describe('Whether the order can be ordered again.'),
    promisedDelivery: dateRange
      .nullable()
      .describe('The dates that were promised first. Null for unpaid and cancelled orders.'),
    expectedDelivery: dateRange.nullable().describe('The current dates. Null for unpaid and cancelled orders.'),
    shipments: z.array(shipmentSchema),
    timeline: z
      .array(z.object({ at: instant, kind: z.enum(timelineKinds), parcel: count.nullable() }))
      .describe('Oldest first.'),
  })
  .meta({ id: 'SuperOrder', description: 'An order with its sub-orders (decision 0500).' })

export const deliveryDatesSchema = z
  .object({ orderCode: z.string(), promised: dateRange, expected: dateRange })
  .meta({ id: 'OrderDeliveryDates' })

export function toWireSubOrder(line: SubOrderWithStatus): z.infer<typeof subOrderSchema> {
  return {
    ...lineData(line, line.currency),
    superOrderCode: line.super_code,
    placedAt: line.placed_at.toISOString(),
    status: line.status,
    photoIds: line.photo_ids.slice(0, maximumThumbnails),
    photosCount: line.photos_count,
    missingPhotosCount: line.missing_photos_count,
    projectId: line.project_id,
  }
}

export function toWireOrder(order: Order): z.infer<typeof superOrderSchema> {
  const money = (minorUnits: number) => toWireMoney({ minorUnits, currency: order.currency })
  const reason = addressRefusal(order)
  const reorderReason = reorderRefusal(order)
  const dates = deliveryDatesOf(order)
  return {
    orderCode: order.code,
    version: order.version,
    source: order.source,
    placedAt: order.placed_at.toISOString(),
    status: order.status,
    payment: order.payment,
    paymentChangedAt: order.payment_changed_at.toISOString(),
    fulfilment: order.fulfilment,
    products: order.lines.map((line: SubOrder) =>
      toWireSubOrder({ ...line, status: order.status, currency: order.currency, super_code: order.code }),
    ),
    productCount: order.lines.length,
    subtotal: money(order.subtotal),
    discount: money(order.discount),
    shipping: money(order.shipping),
    tax: money(order.tax),
    total: money(order.total),
    vat: toWireVat(order.vat, order.currency),
    deliveryType: order.delivery_type,
    deliveryAddress: order.delivery_address,
    addressChange: {
      isAllowed: reason === null,
      reason,
      until: reason === null ? (order.production_starts_at?.toISOString() ?? null) : null,
    },
    reorder: { isAllowed: reorderReason === null, reason: reorderReason },
    promisedDelivery: dates?.promised ?? null,
    expectedDelivery: dates?.expected ?? null,
    shipments: order.parcels.map(toWireShipment),
    timeline: order.timeline.map(({ at, kind, parcel }) => ({ at, kind, parcel })),
  }
}

function toWireShipment(parcel: Parcel): z.infer<typeof shipmentSchema> {
  return {
    number: parcel.number,
    carrier: parcel.carrier,
    trackingNumber: parcel.tracking_number,
    trackingUrl: parcel.tracking_url,
    dispatchedAt: parcel.dispatched_at.toISOString(),
    status: parcel.tracking.at(-1)?.kind ?? 'Dispatched',
    lines: parcel.lines.map(({ number, quantity }) => ({ number, quantity })),
    events: parcel.tracking.map(({ at, kind, place }) => ({ at, kind, place })),
  }
}
