import { readFileSync } from 'node:fs'
import { buildInvoice } from '../support/invoices.ts'
import { buildBackup } from '../support/longWork.ts'
import { createFakeMailing, subscriptionOf } from '../support/upstreamMailing.ts'
import { buildMethod } from '../support/upstreamPayments.ts'
import { imageIdOf } from '../support/photoLibrary.ts'
import { buildLine, buildOrder, buildShipment, buildVoucher } from '../support/purchases.ts'
import { buildProject } from '../support/savedProjects.ts'
import { buildQuote } from '../support/upstreamShop.ts'

/** The services of the account area that the gateway calls, and the exports. */
export const purchaseServices = [
  'orders',
  'vouchers',
  'invoices',
  'projects',
  'products',
  'merchandise',
  'shop',
  'mailing',
  'payments',
  'exports',
] as const
export type PurchaseService = (typeof purchaseServices)[number]

const orders = Array.from({ length: 10 }, (_, index) =>
  buildOrder(10 - index, {
    products: [1, 2, 3].map((line) => buildLine(10 - index, line, { photoIds: [imageIdOf(101)] })),
    shipments: [buildShipment()],
  }),
)
const invoices = Array.from({ length: 10 }, (_, index) => buildInvoice(10 - index))
const projects = Array.from({ length: 10 }, (_, index) => buildProject(index + 1))
const product = { code: 'PAP_370', title: 'Photo book', articleType: 'PhotoBook', productionDays: 4, variants: [] }
const channel = {
  ID: 'k',
  Vendor: { ID: 'keepsake', Locale: 'en-GB' },
  ShopUrl: 'https://shop.test/',
  Currency: { ID: 'EUR' },
}
const paymentMethods = {
  method: buildMethod('018f3c1a-0000-7000-8000-0000000000c1'),
  removing: [],
  allowedKinds: ['card'],
  mayChange: true,
}

/**
 * The answers of each service, by the path below its name. All requests for a path get the same answer, whatever they
 * send.
 */
const answers: Readonly<Record<PurchaseService, (path: string) => unknown>> = {
  orders: (path) => (path === '/v2/superorders/me' ? { items: orders, total: orders.length, next: null } : undefined),
  // All lines name the same voucher, so a lookup asks for only one code.
  vouchers: (path) => (path === '/api/v1/campaigns/offers/lookup' ? { offers: [buildVoucher()] } : undefined),
  invoices: (path) =>
    path === '/api/v1/HistoricalInvoice/me' ? { items: invoices, total: invoices.length } : undefined,
  projects: (path) => (path.startsWith('/api/v2/projects/') ? { projects, totalCount: projects.length } : undefined),
  products: (path) => (path === '/v1/Products' ? { products: [product] } : undefined),
  merchandise: (path) => (path === '/graphql' ? { data: { Channels: [channel] } } : undefined),
  shop: (path) => (path === '/v1/quotes' ? buildQuote() : undefined),
  mailing: (path) =>
    path === '/api/v1/subscriptions/me' ? { ...subscriptionOf(createFakeMailing()), consents: [] } : undefined,
  payments: (path) => (path === '/v1/payment-methods/me' ? paymentMethods : undefined),
  exports: (path) => (path === '/backups' ? { items: [buildBackup(1)], cursor: null } : undefined),
}

/** The answer of a service; undefined if the service does not have the path. */
export function answerPurchase(service: PurchaseService, { pathname }: URL): unknown {
  const path = pathname.slice(`/${service}`.length)
  // From this document, the gateway learns that the service has our own additions to the specification.
  if (path === '/openapi.json') return JSON.parse(readFileSync(`services/${service}/openapi.json`, 'utf8'))
  return answers[service](path)
}
