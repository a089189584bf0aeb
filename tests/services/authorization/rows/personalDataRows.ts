import { allCustomers, customers, onlyServices, type Row, type Rows } from '../row.ts'

/** A call with which the customers service reads what another service stores about an account. */
function partOf(service: string, list = ''): Record<string, Row> {
  return {
    [`GET /${service}/accounts/:accountId/personal-data${list}`]: {
      answers: onlyServices(),
      path: ({ owner }) => `/${service}/accounts/${owner.account}/personal-data${list}`,
      sees: ['service'],
    },
  }
}

const files = '/customers/customers/me/data-files'
const unknown = `${files}/018f3c1a-0000-7000-8000-00000000000d`

/** The file with all data of a customer, and the parts that the services give for it. */
export const personalDataRows: Rows = {
  ...partOf('identity'),
  ...partOf('identity', '/sessions'),
  ...partOf('identity', '/connections'),
  // The owner has no subscription, and has agreed to nothing.
  'GET /mailing/accounts/:accountId/personal-data': {
    answers: onlyServices(),
    path: ({ owner }) => `/mailing/accounts/${owner.account}/personal-data`,
  },
  'GET /mailing/accounts/:accountId/personal-data/consents': {
    answers: onlyServices(),
    path: ({ owner }) => `/mailing/accounts/${owner.account}/personal-data/consents`,
  },
  'GET /payments/accounts/:accountId/personal-data': {
    answers: onlyServices(),
    path: ({ owner }) => `/payments/accounts/${owner.account}/personal-data`,
    what: ({ paymentMethod }) => paymentMethod,
    sees: ['service'],
  },
  ...partOf('orders', '/orders'),
  ...partOf('vouchers', '/vouchers'),
  ...partOf('invoices', '/invoices'),
  ...partOf('projects', '/projects'),
  ...partOf('widgets', '/widgets'),
  'GET /products/accounts/:accountId/personal-data/pdfs': {
    answers: onlyServices(),
    path: ({ owner }) => `/products/accounts/${owner.account}/personal-data/pdfs`,
    what: ({ pdf }) => pdf,
    sees: ['service'],
  },
  // Each customer gets their own file. Files of other accounts are tested in `tests/services/customers`.
  [`POST ${files}`]: { answers: allCustomers(201) },
  [`GET ${files}`]: { answers: allCustomers() },
  [`GET ${files}/:id`]: { answers: customers(404, 404, 404), path: () => unknown },
  [`GET ${files}/:id/url`]: { answers: customers(404, 404, 404), path: () => `${unknown}/url` },
}
