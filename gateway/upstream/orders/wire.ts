import { z } from 'zod'
import { count, date, link, money, opaque, postalAddress } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'

/*
 * The specification says that an order has a code, a status, products, a delivery address and a voucher. It does not
 * say what their JSON looks like. A field may be absent if clients can show the order without it.
 */

const text = z.string().nullish()

const dateRange = z.object({ from: date, to: date })

const line = z.object({
  orderCode: opaque,
  superOrderCode: opaque.nullish(),
  articleName: text,
  number: z.int32().nullish(),
  productCode: z.string(),
  title: z.string(),
  quantity: count,
  unitPrice: money.nullish(),
  discount: money.nullish(),
  total: money.nullish(),
  tax: money.nullish(),
  vatRate: text,
  voucher: opaque.nullish(),
  photoIds: z.array(opaque).nullish(),
})

const shipment = z.object({
  number: z.int32(),
  carrier: text,
  trackingNumber: text,
  trackingUrl: link.nullish(),
  dispatchedAt: text,
  status: text,
  lines: z.array(z.object({ number: z.int32(), quantity: count })),
  events: z.array(z.object({ at: z.string(), kind: z.string(), place: text })),
})

const order = z.object({
  orderCode: opaque,
  version: opaque.nullish(),
  source: text,
  placedAt: z.string(),
  status: z.string(),
  payment: text,
  paymentChangedAt: text,
  fulfilment: text,
  products: z.array(line),
  productCount: count.nullish(),
  subtotal: money.nullish(),
  discount: money.nullish(),
  shipping: money.nullish(),
  tax: money.nullish(),
  total: money.nullish(),
  deliveryType: text,
  deliveryAddress: postalAddress.nullish(),
  addressChange: z.object({ isAllowed: z.boolean(), reason: text, until: text }).nullish(),
  reorder: z.object({ isAllowed: z.boolean(), reason: text }).nullish(),
  promisedDelivery: dateRange.nullish(),
  expectedDelivery: dateRange.nullish(),
  shipments: z.array(shipment).nullish(),
  timeline: z.array(z.object({ at: z.string(), kind: z.string(), parcel: z.int32().nullish() })).nullish(),
})

/** An order, as the orders service sends it. */
export type WireOrder = z.infer<typeof order>

/** A line of an order. */
export type WireOrderLine = z.infer<typeof line>

/** A parcel of an order. */
export type WireShipment = z.infer<typeof shipment>

/** An entry of an order's timeline. */
export type WireTimelineEntry = NonNullable<WireOrder['timeline']>[number]

/** Schema of one order. */
export const wireOrder = wireSchema(order)

/** Schema of one line. */
export const wireOrderLine = wireSchema(line)

/** Schema of a page of orders. Only our own service sends `next`, the value of `After` for the next page. */
export const wireOrderPage = wireSchema(
  z.object({ items: z.array(order), total: count.nullish(), next: opaque.nullish() }),
)

/** Schema of orders that were found by their codes. */
export const wireFoundOrders = wireSchema(z.object({ items: z.array(order) }))

/** Schema of the delivery dates of an order. */
export const wireDeliveryDates = wireSchema(z.object({ promised: dateRange.nullish(), expected: dateRange.nullish() }))

const reorderStatus = z.object({
  status: z.string(),
  reason: text,
  lines: z
    .array(
      z.object({
        number: z.int32(),
        isSold: z.boolean(),
        unitPrice: money.nullish(),
        photosCount: count.nullish(),
        missingPhotosCount: count.nullish(),
      }),
    )
    .nullish(),
})

/**
 * Whether an order can be ordered again, and which of its lines are still sold, at which price. Only our own service
 * sends `lines`.
 */
export type WireReorderStatus = z.infer<typeof reorderStatus>

/** Schema of whether an order can be ordered again. */
export const wireReorderStatus = wireSchema(reorderStatus)

/** Schema of the response to a reorder. */
export const wireReorder = wireSchema(z.object({ ShopUrl: link }))

/** Schema of a message of the event socket. */
export const wireOrderMessage = wireSchema(
  z.object({ id: z.string().regex(/^\d{1,19}$/), type: z.string(), data: z.unknown() }),
)

/** Schema of the `data` of a message about a changed order. */
export const wireOrderChange = wireSchema(z.object({ orderCode: opaque, status: z.string() }))

/** Schema of responses whose content does not matter. */
export const wireChanged = wireSchema(z.object({}).nullable())
