import {
  allCustomers,
  customers,
  everybody,
  ofCaller,
  onlyServices,
  publicDocument,
  type Rows,
  unlessBlocked,
} from '../row.ts'

/** The service of payment methods. */
export const paymentRows: Rows = {
  'GET /payments/openapi.json': publicDocument,
  'GET /payments/v1/payment-methods/me': { ...ofCaller, what: ({ paymentMethod }) => paymentMethod },
  'POST /payments/v1/payment-methods/me/setups': { answers: unlessBlocked(allCustomers(201)), body: () => ({}) },
  'POST /payments/v1/payment-methods/me/setups/:id/completion': { answers: customers(200, 404, 404), id: 'setup' },
  'DELETE /payments/v1/payment-methods/me/:id': {
    answers: unlessBlocked(customers(200, 404, 404)),
    id: 'paymentMethod',
    changes: ['owner'],
  },
  // The provider of the demo. It knows no accounts: the id of a setup is a secret.
  'POST /payments/demo-provider/v1/setups': {
    answers: onlyServices(201),
    headers: { 'idempotency-key': 'another' },
    body: () => ({ kinds: ['card'], returnUrl: 'http://keepsake.test/', locale: null }),
  },
  'GET /payments/demo-provider/v1/setups/:id': {
    answers: onlyServices(404),
    path: () => '/payments/demo-provider/v1/setups/unknown',
  },
  'DELETE /payments/demo-provider/v1/methods/:reference': {
    answers: onlyServices(404),
    path: () => '/payments/demo-provider/v1/methods/unknown',
  },
  'GET /payments/demo-provider/pages/:id': {
    answers: everybody(404),
    path: () => '/payments/demo-provider/pages/unknown',
  },
  'POST /payments/demo-provider/pages/:id': {
    answers: everybody(404),
    path: () => '/payments/demo-provider/pages/unknown',
  },
}
