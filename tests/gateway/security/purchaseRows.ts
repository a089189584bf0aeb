import { globalId } from '../../support/globalIds.ts'
import { buildLine, buildOrder, buildShipment, buildVoucher, orderCodeOf } from '../../support/purchases.ts'
import { anna, bram } from '../../support/tokens.ts'
import type { Upstreams } from '../../support/upstream.ts'
import { type Operation, unauthenticated } from './operation.ts'

const order = buildOrder(1, { products: [buildLine(1, 1, { photoIds: [] })], shipments: [buildShipment()] })

/** Gives Anna an order with a voucher and a parcel, and Bram an order. */
export function fillPurchases(upstreams: Upstreams): void {
  upstreams.clearPurchases()
  Object.assign(upstreams.purchases(anna), { orders: [order], vouchers: [buildVoucher()] })
  upstreams.purchases(bram).orders = [buildOrder(9)]
}

/** Anna's data. */
export function purchasesOf(upstreams: Upstreams): unknown {
  return upstreams.purchases(anna).orders.map(({ orderCode, version }) => [orderCode, version])
}

/** Anna's data while it is unchanged. */
export const untouchedPurchases = [[orderCodeOf(1), 3]]

/** The ids of Anna's objects. */
export const purchaseIds = {
  order: globalId('Order', orderCodeOf(1)),
  orderLine: globalId('OrderLine', `${orderCodeOf(1)}-1`),
  shipment: globalId('Shipment', `1:${orderCodeOf(1)}`),
  voucher: globalId('Voucher', 'KEEP-20'),
} as const

/** Fields of the viewer. */
export const viewerFields = 'orders { totalCount edges { node { code vouchers { campaignName } } } }'

/** The expected results for each customer. */
export const shownPurchases = {
  anna: {
    orders: { totalCount: 1, edges: [{ node: { code: orderCodeOf(1), vouchers: [{ campaignName: 'Spring' }] } }] },
  },
  bram: { orders: { totalCount: 1, edges: [{ node: { code: orderCodeOf(9), vouchers: [] } }] } },
  cees: { orders: { totalCount: 0, edges: [] } },
} as const

/** The fields requested from the nodes. */
export const nodeFields = `... on Order { deliveryAddress { name } } ... on OrderLine { title }
  ... on Shipment { trackingNumber } ... on Voucher { campaignName }`

/** The nodes, with the expected results for Anna. */
export const ownNodes = {
  order: { deliveryAddress: { name: 'Anna de Wit' } },
  orderLine: { title: 'Photo prints 1' },
  shipment: { trackingNumber: '3S1' },
  voucher: { campaignName: 'Spring' },
} as const

const notFound = { code: 'NOT_FOUND' }

function mutation(field: string, query: string, own: unknown): Operation {
  const foreign = { [field]: notFound }
  const kind = 'mutation'
  return { kind, query, own: { [field]: own }, ofBram: foreign, ofCees: foreign, anonymous: unauthenticated }
}

const nothing = { orderEvents: { code: null } }

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
  'Subscription.orderEvents': {
    kind: 'subscription',
    query: 'subscription { orderEvents { code } }',
    own: nothing,
    ofBram: nothing,
    ofCees: nothing,
    anonymous: { data: undefined, codes: ['UNAUTHENTICATED'] },
  },
}
