import { z } from 'zod'
import type { ServiceApp } from '../platform/contract.ts'
import { currencies, fromWireMoney, type WireMoney, wireMoney, wireVatRate } from '../platform/money.ts'
import { plainText } from '../platform/plainText.ts'
import type { Platform } from '../platform/platform.ts'
import { inSnapshot } from '../platform/snapshot.ts'
import { cancel, type Moment, pay, paymentOutcomes } from './order.ts'
import { orderCodeInPath } from './orderRoutes.ts'
import { findPlaced, type NewOrder, placeOrder } from './placing.ts'
import { postalAddress } from '../platform/postalAddress.ts'
import { applyStep, productionStep } from './production.ts'
import { rateOf } from '../platform/vatRates.ts'
import { deliveryTypes, orderSources } from './states.ts'
import { changeOrder, noSuchOrder, type OrdersDatabase } from './store.ts'
import { superOrderSchema, toWireOrder } from './wireOrder.ts'

const maximumLines = 100
const maximumQuantity = 1_000
/** One million, in minor units. The limit keeps the sums of all lines exact. */
const maximumPrice = 100_000_000

/** As many photos as a customer can put into one order (decision 0360). */
const maximumPhotos = 1_000

const text = plainText(200)
const price = wireMoney.refine((money) => isPriceInRange(fromWireMoney(money).minorUnits), 'must be 0.00 to 1000000.00')
const optional = text.nullish().transform((value) => value ?? null)

const lineSchema = z
  .object({
    productCode: text,
    variant: text
      .optional()
      .describe('The variant of the product, such as 10X15. Its current price is shown for reorders.'),
    articleName: text,
    title: text,
    quantity: z.number().int().min(1).max(maximumQuantity),
    unitPrice: price.describe('With VAT.'),
    discount: wireMoney.describe('Of the whole line, with VAT.'),
    vatRate: wireVatRate,
    voucher: optional,
    photoIds: z.array(z.uuid().toLowerCase()).max(maximumPhotos),
    projectId: optional,
  })
  .refine(isDiscountInRange, 'discount must be 0.00 to the price of the line')

const accountId = z.uuid().toLowerCase()
const digest = z.string().regex(/^[0-9a-f]{64}$/, 'Use a SHA-256 in hexadecimal.')
const key = z.string().regex(/^[\x21-\x7e]{1,255}$/, 'Idempotency-Key has 1 to 255 visible ASCII characters.')

const orderFields = z.object({
  accountId,
  source: z.enum(orderSources),
  shopUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .describe('The URL of the store front. The shop URL of a reorder is below this URL.'),
  currency: z.enum(currencies),
  lines: z.array(lineSchema).min(1).max(maximumLines),
  shipping: z.object({ price, vatRate: wireVatRate }),
  deliveryType: z.enum(deliveryTypes),
  deliveryAddress: postalAddress,
  payment: z.enum(paymentOutcomes).describe('The outcome of the payment. An order that costs nothing is always paid.'),
  requestDigest: digest
    .optional()
    .describe(
      'A digest of what the customer asked the shop for. A repeated request must have the same digest, even if the prices have changed since. Default: a digest of the order.',
    ),
})
const orderSchema = orderFields.refine(hasOneCurrency, 'all amounts must have the currency of the order')

const keySchema = z.looseObject({
  'idempotency-key': z.string('Idempotency-Key is required.').pipe(key),
})

const config = { access: 'service' } as const
const params = z.object({ code: orderCodeInPath })
const forServices = 'Only for services. Our addition to the specification.'

const placeNewOrder = {
  summary: 'Places an order',
  description: `${forServices} A repeated request with the same Idempotency-Key is answered with 200.`,
  headers: keySchema,
  body: orderSchema,
  response: { 200: superOrderSchema, 201: superOrderSchema },
  problems: { 422: ['IDEMPOTENCY_KEY_REUSED'] },
}

const findPlacedOrder = {
  summary: 'Finds the order that a request has placed',
  description: `${forServices} If a shop got no answer to its request, this call tells whether the order was placed.`,
  querystring: z.object({
    accountId,
    key,
    digest: digest
      .optional()
      .describe('A digest of what the customer asked the shop for. Default: the order is found with any digest.'),
  }),
  response: { 200: superOrderSchema },
  problems: { 404: ['NOT_FOUND'], 422: ['IDEMPOTENCY_KEY_REUSED'] },
}

const putPayment = {
  summary: 'Sets the result of a payment',
  description: forServices,
  params,
  body: z.object({ payment: z.enum(paymentOutcomes) }),
  response: { 200: superOrderSchema },
  problems: { 404: ['NOT_FOUND'], 409: ['ORDER_CANCELLED', 'ALREADY_PAID'] },
}

const postCancel = {
  summary: 'Cancels an order before its production',
  description: forServices,
  params,
  response: { 200: superOrderSchema },
  problems: { 404: ['NOT_FOUND'], 409: ['PRODUCTION_STARTED'] },
}

const putProduction = {
  summary: 'Reports a step of production',
  description: `${forServices} For the factory. A repeated step changes nothing.`,
  params,
  body: productionStep,
  response: { 200: superOrderSchema },
  problems: {
    404: ['NOT_FOUND'],
    409: ['WRONG_STATE', 'WRONG_DATES', 'PARCEL_EXISTS', 'NO_SUCH_PARCEL', 'TOO_MANY_ITEMS'],
  },
}

/** Registers the calls of the shop and the factory, which send the secret of the services. */
export function registerShopRoutes(
  app: ServiceApp,
  platform: Platform,
  database: OrdersDatabase,
  stepSeconds: number | null,
): void {
  const moment = (): Moment => ({ now: new Date(), stepSeconds })

  app.post('/v1/superorders', { config, schema: placeNewOrder }, async (request, reply) => {
    const placing = { order: newOrder(request.body), key: request.headers['idempotency-key'] }
    const { isNew, order } = await placeOrder(platform, database, placing, moment())
    return reply.status(isNew ? 201 : 200).send(toWireOrder(order))
  })

  app.get('/v1/placed-orders', { config, schema: findPlacedOrder }, async ({ query }) => {
    const order = await inSnapshot(database, (snapshot) => findPlaced(snapshot, query))
    if (!order) throw noSuchOrder()
    return toWireOrder(order)
  })

  app.put('/v1/superorders/:code/payment', { config, schema: putPayment }, async ({ params: found, body }) =>
    toWireOrder(await changeOrder(platform, database, found, (order) => pay(order, body.payment, moment()))),
  )

  app.post('/v1/superorders/:code/cancel', { config, schema: postCancel }, async ({ params: found }) =>
    toWireOrder(await changeOrder(platform, database, found, (order) => cancel(order, new Date()))),
  )

  app.put('/v1/superorders/:code/production', { config, schema: putProduction }, async ({ params: found, body }) =>
    toWireOrder(await changeOrder(platform, database, found, (order) => applyStep(order, body, new Date()))),
  )
}

function isPriceInRange(minorUnits: number): boolean {
  return minorUnits >= 0 && minorUnits <= maximumPrice
}

function isDiscountInRange(line: { quantity: number; unitPrice: WireMoney; discount: WireMoney }): boolean {
  const discount = fromWireMoney(line.discount).minorUnits
  return discount >= 0 && discount <= fromWireMoney(line.unitPrice).minorUnits * line.quantity
}

type OrderBody = z.output<typeof orderFields>

function hasOneCurrency({ currency, lines, shipping }: Pick<OrderBody, 'currency' | 'lines' | 'shipping'>): boolean {
  const amounts = [shipping.price, ...lines.flatMap(({ unitPrice, discount }) => [unitPrice, discount])]
  return amounts.every((amount) => amount.currency === currency)
}

function newOrder(order: OrderBody): NewOrder {
  const { origin, pathname } = new URL(order.shopUrl)
  return {
    ...order,
    shopUrl: `${origin}${pathname.replace(/\/*$/, '/')}`,
    lines: order.lines.map((line) => ({
      ...line,
      unitPrice: fromWireMoney(line.unitPrice).minorUnits,
      discount: fromWireMoney(line.discount).minorUnits,
      vatRate: rateOf(line.vatRate),
    })),
    shipping: {
      price: fromWireMoney(order.shipping.price).minorUnits,
      vatRate: rateOf(order.shipping.vatRate),
    },
  }
}
