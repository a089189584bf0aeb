import { globalId, photoId } from '../../support/globalIds.ts'
import { buildLine, buildOrder, buildShipment, buildVoucher, orderCodeOf } from '../../support/purchases.ts'
import { anna, bram } from '../../support/tokens.ts'
import type { Upstreams } from '../../support/upstream.ts'
import { type Operation, unauthenticated } from './operation.ts'

const order = buildOrder(1, {
  products: [buildLine(1, 1, { photoIds: [], articleName: 'PhotoBook' })],
  shipments: [buildShipment()],
})

/** Gives Anna an order with a voucher and a parcel, and Bram an order. */
export function fillPurchases(upstreams: Upstreams): void {
  upstreams.clearPurchases()
  Object.assign(upstreams.purchases(anna), { orders: [order], vouchers: [buildVoucher()] })
  upstreams.purchases(bram).orders = [buildOrder(9, { products: [buildLine(9, 1, { articleName: 'PhotoBook' })] })]
}

/** The codes and versions of Anna's orders. */
export function purchasesOf(upstreams: Upstreams): unknown {
  return upstreams.purchases(anna).orders.map(({ orderCode, version }) => [orderCode, version])
}

/** What `purchasesOf` returns while no operation has changed Anna's orders. */
export const untouchedPurchases = [[orderCodeOf(1), 3]]

/** The ids of Anna's objects. */
export const purchaseIds = {
  order: globalId('Order', orderCodeOf(1)),
  orderLine: globalId('OrderLine', `${orderCodeOf(1)}-1`),
  shipment: globalId('Shipment', `1:${orderCodeOf(1)}`),
  voucher: globalId('Voucher', 'KEEP-20'),
} as const

/** Fields of the viewer. */
export const viewerFields = `printQuote(input: { basketId: "1", country: "NL", prints: [{
  size: "10X15", copies: 1, photoIds: ["${photoId(1)}"] }] }) { total { amount } }
  orders { totalCount edges { node { code vouchers { campaignName } } } }`

/** Prices do not depend on the customer. */
const printQuote = { total: { amount: '4.14' } }

/** The expected results for each customer. */
export const shownPurchases = {
  anna: {
    printQuote,
    orders: { totalCount: 1, edges: [{ node: { code: orderCodeOf(1), vouchers: [{ campaignName: 'Spring' }] } }] },
  },
  bram: { printQuote, orders: { totalCount: 1, edges: [{ node: { code: orderCodeOf(9), vouchers: [] } }] } },
  cees: { printQuote, orders: { totalCount: 0, edges: [] } },
} as const

/** The fields requested from the nodes. */
export const nodeFields = `... on Order { deliveryAddress { name } } ... on OrderLine { title voucher { state } }
  ... on Shipment { trackingNumber } ... on Voucher { campaignName }`

/** The nodes, with the expected results for Anna. */
export const ownNodes = {
  order: { deliveryAddress: { name: 'Anna de Wit' } },
  orderLine: { title: 'Photo prints 1', voucher: { state: 'USED' } },
  shipment: { trackingNumber: '3S1' },
  voucher: { campaignName: 'Spring' },
} as const

const notFound = { code: 'NOT_FOUND' }

function mutation(field: string, query: string, own: unknown): Operation {
  const foreign = { [field]: notFound }
  const kind = 'mutation'
  return { kind, query, own: { [field]: own }, ofBram: foreign, ofCees: foreign, anonymous: unauthenticated }
}

/** Without `after`, the first event has no code, for every customer. */
const firstEvent = { orderEvents: { code: null } }

/** The operations on orders, by root field. */
export const purchaseOperations: Record<string, Operation> = {
  'Mutation.changeDeliveryAddress': mutation(
    'changeDeliveryAddress',
    `mutation ($order: ID!) { changeDeliveryAddress(input: {
      orderId: $order, address: { country: "NL", name: "Anna", street: "Kade", city: "Breda" }
    }) { ... on ChangeDeliveryAddressSuccess { order { version } } ... on UserError { code } } }`,
    { order: { version: '4' } },
  ),
  'Mutation.reorder': mutation(
    'reorder',
    `mutation ($order: ID!) { reorder(input: { orderId: $order }) {
      ... on ReorderSuccess { shopUrl } ... on UserError { code } } }`,
    { shopUrl: `https://shop.test/reorder/${orderCodeOf(1)}?key=1` },
  ),
  'Mutation.placePrintOrder': {
    kind: 'mutation',
    query: `mutation ($photo: ID!) { placePrintOrder(input: {
      basketId: "1", attemptId: "1", prints: [{ size: "10X15", copies: 1, photoIds: [$photo] }],
      channel: "k", locale: "en-GB",
      address: { country: "NL", name: "Anna", street: "Kade", city: "Breda" },
      quotedTotal: { amount: "4.14", currency: "EUR" }, payment: SUCCEEDS
    }) { ... on PlacePrintOrderSuccess { orderCode } ... on PrintQuoteChanged { code missingPhotoIds } } }`,
    own: { placePrintOrder: { orderCode: orderCodeOf(1) } },
    ofBram: { placePrintOrder: { code: 'PRINT_QUOTE_CHANGED', missingPhotoIds: [photoId(2)] } },
    // Cees may order the photo, because Cees participates in an album with it.
    ofCees: { placePrintOrder: { orderCode: orderCodeOf(1) } },
    anonymous: unauthenticated,
  },
  'Mutation.payOrder': mutation(
    'payOrder',
    `mutation ($order: ID!) { payOrder(input: { orderId: $order, payment: SUCCEEDS }) {
      ... on PayOrderSuccess { order { code } } ... on UserError { code } } }`,
    { order: { code: orderCodeOf(1) } },
  ),
  'Subscription.orderEvents': {
    kind: 'subscription',
    query: 'subscription { orderEvents { code } }',
    own: firstEvent,
    ofBram: firstEvent,
    ofCees: firstEvent,
    anonymous: { data: undefined, codes: ['UNAUTHENTICATED'] },
  },
}
