import { randomUUID } from 'node:crypto'
import {
  allCustomers,
  everybody,
  ofCaller,
  ofOwner,
  onlyOperator,
  onlyServices,
  publicDocument,
  type Rows,
} from '../row.ts'

/**
 * Rows of the services for the catalogue (products, merchandise), split tests (personalisation) and counts (analytics).
 */
export const catalogueRows: Rows = {
  'GET /products/openapi.json': publicDocument,
  'GET /products/v1/Products/:code': { answers: allCustomers(), path: () => '/products/v1/Products/PAP_910' },
  'GET /products/v1/Products': { answers: allCustomers(), path: () => '/products/v1/Products?codes=PAP_910' },
  'GET /products/v1/ArticleGroup': { answers: allCustomers() },
  'GET /products/v1/Campaign/:name': { answers: allCustomers(), path: () => '/products/v1/Campaign/christmas' },
  'GET /products/v1/Pdfs/me': { ...ofCaller, what: ({ pdf }) => pdf },
  'GET /products/v1/pdf/me/:code': {
    ...ofOwner,
    id: 'pdf',
    path: ({ owner }) => `/products/v1/pdf/me/${owner.pdf}`,
  },
  'GET /products/v1/pdf/me/:code/url': {
    ...ofOwner,
    id: 'pdf',
    path: ({ owner }) => `/products/v1/pdf/me/${owner.pdf}/url`,
    what: ({ pdf }) => pdf,
  },
  'PUT /products/v1/pdf/:accountId/:code': {
    answers: onlyServices(201),
    path: ({ owner }) => `/products/v1/pdf/${owner.account}/NEW-1`,
    headers: { 'content-type': 'application/pdf' },
    body: () => Buffer.from('%PDF-1.4'),
    changes: ['service'],
  },
  'GET /merchandise/openapi.json': publicDocument,
  'POST /merchandise/graphql': { answers: allCustomers(), body: () => ({ query: '{ Channels { ID } }' }) },
  'GET /personalisation/openapi.json': publicDocument,
  'GET /personalisation/v1/variants/me': { answers: allCustomers() },
  'GET /personalisation/v1/variants/me/:experiment': {
    answers: allCustomers(),
    path: () => '/personalisation/v1/variants/me/welcome-banner-text',
  },
  'GET /analytics/openapi.json': publicDocument,
  'POST /analytics/v1/measurements': {
    answers: everybody(204),
    headers: { cookie: 'cookie-consent=10' },
    body: () => ({ brand: 'keepsake', measurements: [{ kind: 'pageView', page: '/orders' }] }),
  },
  'POST /analytics/v1/feedback': {
    answers: everybody(204),
    headers: { cookie: 'cookie-consent=10', 'x-forwarded-host': 'localhost' },
    body: () => ({ id: randomUUID(), widget: 'keepsake-en-gb', rating: 4, text: 'The albums are nice.' }),
  },
  'GET /analytics/dev/feedback/:day': { answers: onlyOperator(), path: () => '/analytics/dev/feedback/2026-11-29' },
  'GET /analytics/dev/counts/:day': { answers: onlyOperator(), path: () => '/analytics/dev/counts/2026-11-29' },
}
