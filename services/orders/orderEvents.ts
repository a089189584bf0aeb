import { type Currency, toWireMoney } from '../platform/money.ts'
import type { PlatformEvent } from '../platform/platform.ts'
import type { Order, OrderEventType, SubOrder } from './order.ts'
import { rateText } from './rates.ts'

type NewEvent = Omit<PlatformEvent, 'position'>

export const orderChanged = 'order.changed'

/** The events of a change, in order. `order.changed` comes last. */
export function eventsOf(order: Order, types: readonly OrderEventType[]): NewEvent[] {
  const owner = order.account_id
  const { code: orderCode, status, version } = order
  return [
    ...types.map((type) => ({ type, owner, data: type === 'order.placed' ? placedData(order) : orderData(order) })),
    { type: orderChanged, owner, data: { orderCode, status, version } },
  ]
}

function placedData({ code: orderCode, placed_at: placed }: Order) {
  return { orderCode, placed: placed.toISOString() }
}

/** What vouchers and invoices need. */
function orderData(order: Order) {
  const { currency } = order
  const money = (minorUnits: number) => toWireMoney({ minorUnits, currency })
  const { subtotal, discount, shipping, tax, total } = order
  return {
    ...placedData(order),
    payment: order.payment,
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

/** A line, in events and answers. */
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

/** The totals per VAT rate, in events and answers. */
export function toWireVat(vat: Order['vat'], currency: Currency) {
  const money = (minorUnits: number) => toWireMoney({ minorUnits, currency })
  return vat.map(({ rate, net, tax, gross }) => ({
    vatRate: rateText(rate),
    net: money(net),
    tax: money(tax),
    gross: money(gross),
  }))
}
