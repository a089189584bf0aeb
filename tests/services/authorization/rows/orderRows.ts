import { demoAccounts } from '../../../../services/platform/demo.ts'
import { ofCaller, ofOwner, onlyOperator, onlyServices, publicDocument, type Rows, type SocketRows } from '../row.ts'
import type { Scene } from '../scenes.ts'

const superOrder = (rest = '') => ({
  id: 'order' as const,
  path: ({ owner }: Scene) => `/orders/v1/superorders/${owner.order}${rest}`,
})
const newOrder = ({ owner }: Scene) => ({
  accountId: owner.account,
  source: 'WEB',
  shopUrl: 'https://www.keepsake.example/',
  currency: 'EUR',
  lines: [
    {
      productCode: 'A',
      articleName: 'Mug',
      title: 'Mug',
      quantity: 1,
      unitPrice: { amount: '1.00', currency: 'EUR' },
      discount: { amount: '0.00', currency: 'EUR' },
      vatRate: '21.00',
      photoIds: [],
    },
  ],
  shipping: { price: { amount: '0.00', currency: 'EUR' }, vatRate: '21.00' },
  deliveryType: 'Home',
  deliveryAddress: { country: 'NL', name: 'Mira Holt', street: 'Kade', city: 'Breda' },
  payment: 'pending',
})

/** The orders service. */
export const orderRows: Rows = {
  'GET /orders/accounts/:accountId/unfinished': {
    answers: onlyServices(),
    path: ({ owner }) => `/orders/accounts/${owner.account}/unfinished`,
  },
  'GET /orders/openapi.json': publicDocument,
  'GET /orders/metrics': publicDocument,
  'GET /orders/v2/superorders/me': ofCaller,
  'GET /orders/v1/superorders/:code': { ...ofOwner, ...superOrder() },
  'POST /orders/v1/superorders/lookup': { ...ofCaller, body: ({ owner }) => ({ orderCodes: [owner.order] }) },
  'PUT /orders/v1/superorders/:code/deliveryAddress': {
    ...ofOwner,
    ...superOrder('/deliveryAddress'),
    body: ({ owner }) => ({ country: 'NL', name: owner.mark, street: 'Markt', city: 'Breda' }),
    changes: ['owner'],
  },
  'GET /orders/orders/byAccount/:accountId': {
    ...ofOwner,
    id: 'account',
    path: ({ owner }) => `/orders/orders/byAccount/${owner.account}`,
  },
  'GET /orders/v1/Orders/:code': {
    ...ofOwner,
    id: 'subOrder',
    path: ({ owner }) => `/orders/v1/Orders/${owner.subOrder}`,
  },
  'GET /orders/OrderDeliveryDates/:id': { ...ofOwner, id: 'order', what: ({ order }) => order },
  'GET /orders/reorder/status/:id': { ...ofOwner, id: 'order', what: ({ order }) => order },
  'POST /orders/reorder/direct': {
    ...ofOwner,
    body: ({ owner }) => ({ OrderCode: owner.order }),
    what: ({ order }) => order,
  },
  'POST /orders/v1/superorders': {
    answers: onlyServices(201),
    headers: { 'idempotency-key': 'order' },
    body: newOrder,
    changes: ['service'],
  },
  'GET /orders/v1/placed-orders': {
    answers: onlyServices(200),
    path: ({ owner }) =>
      `/orders/v1/placed-orders?accountId=${owner.account}&key=${owner.mark}&digest=${'0'.repeat(64)}`,
    sees: ['service'],
  },
  'PUT /orders/v1/superorders/:code/payment': {
    answers: onlyServices(),
    ...superOrder('/payment'),
    body: () => ({ payment: 'succeeds' }),
    sees: ['service'],
  },
  'POST /orders/v1/superorders/:code/cancel': {
    answers: onlyServices(),
    ...superOrder('/cancel'),
    sees: ['service'],
    changes: ['service'],
  },
  'PUT /orders/v1/superorders/:code/production': {
    answers: onlyServices(),
    ...superOrder('/production'),
    body: () => ({ step: 'ProductionStarted' }),
    sees: ['service'],
    changes: ['service'],
  },
  'POST /orders/dev/synthetic': {
    answers: onlyOperator(),
    body: () => ({ email: demoAccounts[3].email, count: 1 }),
  },
}

export const orderSockets: SocketRows = {
  'GET /orders/v1/events': {
    event: (instant) => ({
      type: 'order.changed',
      data: { orderCode: instant, status: 'Confirmed', version: 1 },
    }),
  },
}
