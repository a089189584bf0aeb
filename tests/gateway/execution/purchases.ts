import { imageIdOf } from '../../support/photoLibrary.ts'
import { buildInvoice } from '../../support/invoices.ts'
import { buildLine, buildOrder, buildShipment, buildVoucher } from '../../support/purchases.ts'
import { buildQuote } from '../../support/upstreamShop.ts'
import type { Random } from './random.ts'

type Answer = (question: string, make: (random: Random) => unknown) => Promise<unknown>

/** The clients for orders, invoices, vouchers and the shop, with generated responses. */
export function createPurchases(answer: Answer) {
  const orders = {
    list: (...asked: unknown[]) => answer(`orders ${JSON.stringify(asked)}`, page),
    count: (filter: unknown) => answer(`count of orders ${JSON.stringify(filter)}`, (random) => random.below(9)),
    find: (code: string) => answer(`order ${code}`, (random) => (random.chance(0.3) ? null : order(random))),
    findSeveral: (codes: readonly string[]) =>
      answer(`orders ${codes.join()}`, (random) => codes.map(() => (random.chance(0.3) ? null : order(random)))),
    findLine: (code: string) => answer(`line ${code}`, (random) => line(random)),
    findDeliveryDates: (code: string) => answer(`dates ${code}`, () => ({ promised: null })),
    findReorderStatus: (code: string) => answer(`reorder ${code}`, reorderStatus),
  }
  const invoices = {
    cursorAfter: () => null,
    list: (...asked: unknown[]) =>
      answer(`invoices ${JSON.stringify(asked)}`, (random) => ({
        next: random.chance(0.5) ? 'further' : null,
        total: random.below(9),
        items: Array.from({ length: random.below(4) }, () => invoice(random)),
      })),
    find: (ids: readonly string[]) => answer(`find invoices ${ids.join()}`, (random) => [invoice(random)]),
    findOfOrders: (codes: readonly string[]) =>
      answer(`invoices of ${codes.join()}`, (random) => (random.chance(0.3) ? null : [invoice(random)])),
  }
  const vouchers = {
    find: (codes: readonly string[]) =>
      answer(`vouchers ${codes.join()}`, () => codes.map((code) => buildVoucher(code))),
  }
  const shop = {
    quote: (...asked: unknown[]) =>
      answer(`quote ${JSON.stringify(asked)}`, (random) =>
        buildQuote({ voucher: random.pick([null, { code: 'KEEP-20', state: 'accepted', minimumOrder: null }]) }),
      ),
  }
  return { orders, vouchers, shop, invoices }
}

function page(random: Random): unknown {
  const items = Array.from({ length: random.below(4) }, () => order(random))
  return { next: random.chance(0.5) ? 'further' : null, items }
}

function order(random: Random): unknown {
  const number = random.below(9)
  const shipments = [buildShipment({ lines: [{ number: 1, quantity: 1 }] })]
  const status = random.pick(['Received', 'Dispatched', 'Cancelled'] as const)
  const products = [line(random, number), line(random, number)]
  const timeline = [{ at: '2026-03-01T12:00:00Z', kind: random.pick(['Placed', 'Delivered'] as const), parcel: 1 }]
  const optional = random.chance(0.5) ? { reorder: undefined, promisedDelivery: undefined } : {}
  return { ...buildOrder(number, { status, products, shipments, timeline }), ...optional }
}

function invoice(random: Random): unknown {
  const state = random.pick(['beingMade', 'ready', 'failed', 'odd'])
  const kind = random.pick(['invoice', 'creditNote', 'odd'])
  const optional = random.chance(0.3) ? { number: null, orderCode: null, files: null, vat: undefined } : {}
  return { ...buildInvoice(random.below(3)), state, kind, ...optional }
}

function line(random: Random, order = 1) {
  const photoIds = [1, 2, 3].slice(random.below(3)).map(imageIdOf)
  return buildLine(order, 1 + random.below(3), { photoIds, voucher: random.pick(['KEEP-20', null]) })
}

function reorderStatus(random: Random): unknown {
  const photos = { photosCount: 3, missingPhotosCount: random.below(4) }
  const lines = [{ number: 1, isSold: random.chance(0.5), unitPrice: null, ...photos }]
  return { status: random.pick(['Available', 'Unavailable']), reason: random.pick(['UNPAID', null]), lines }
}
