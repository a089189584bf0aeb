import { type Currency, toWireMoney } from '../platform/money.ts'
import type { PlatformEvent } from '../platform/platform.ts'
import type { Order, OrderEventType, SubOrder } from './order.ts'
import { rateText } from '../platform/vatRates.ts'

export type NewEvent = Omit<PlatformEvent, 'position'>

export const orderChanged = 'order.changed'

/**
 * The events that describe a change of an order, in the order in which they are appended.
 * @param order as it is after the change
 * @param options.hasNewAddress true if the delivery address has changed: then `order.changed` has it, for the factory
 */
export function eventsOf(
  order: Order,
  types: readonly OrderEventType[],
  { hasNewAddress = false }: { readonly hasNewAddress?: boolean } = {},
): NewEvent[] {
  const owner = order.account_id
  const { code: orderCode, status, version, delivery_address: deliveryAddress } = order
  const changed = { orderCode, status, version, ...(hasNewAddress ? { deliveryAddress } : {}) }
  return [...types.map((type) => eventOf(order, type)), { type: orderChanged, owner, data: changed }]
}

/** The event of an order besides `order.changed`. */
export function eventOf(order: Order, type: OrderEventType): NewEvent {
  return { type, owner: order.account_id, data: type === 'order.placed' ? placedData(order) : orderData(order) }
}

function placedData({ code: orderCode, placed_at: placed, lines }: Order) {
  const vouchers = [...new Set(lines.flatMap((line) => line.voucher_code ?? []))]
  return { orderCode, placed: placed.toISOString(), vouchers }
}

/** The order as vouchers, invoices and the factory need it. */
function orderData(order: Order) {
  const { currency } = order
  const money = (minorUnits: number) => toWireMoney({ minorUnits, currency })
  const { subtotal, discount, shipping, tax, total } = order
  return {
    ...placedData(order),
    payment: order.payment,
    paid: timeOf(order, 'Paid'),
    cancelled: timeOf(order, 'Cancelled'),
    shopUrl: order.shop_url,
    deliveryType: order.delivery_type,
    deliveryAddress: order.delivery_address,
    lines: order.lines.map((line) => lineData(line, currency)),
    totals: {
      subtotal: money(subtotal),
      discount: money(discount),
      shipping: money(shipping),
      tax: money(tax),
      total: money(total),
    },
    vat: toWireVat(order.vat, currency),
  }
}

/** When the order was paid, or when it was cancelled. Null if this has not happened. */
function timeOf({ timeline }: Order, kind: 'Paid' | 'Cancelled'): string | null {
  return timeline.find((entry) => entry.kind === kind)?.at ?? null
}

/** A line of an order, as events and answers show it. */
export function lineData(line: SubOrder, currency: Currency) {
  const money = (minorUnits: number) => toWireMoney({ minorUnits, currency })
  return {
    orderCode: line.code,
    number: line.number,
    productCode: line.product_code,
    articleName: line.article_name,
    title: line.title,
    quantity: line.quantity,
    unitPrice: money(line.unit_price),
    discount: money(line.discount),
    total: money(line.total),
    tax: money(line.tax),
    vatRate: rateText(line.vat_rate),
    voucher: line.voucher_code,
  }
}

/** The totals per VAT rate, as events and answers show them. */
export function toWireVat(vat: Order['vat'], currency: Currency) {
  const money = (minorUnits: number) => toWireMoney({ minorUnits, currency })
  return vat.map(({ rate, net, tax, gross }) => ({
    vatRate: rateText(rate),
    net: money(net),
    tax: money(tax),
    gross: money(gross),
  }))
}
