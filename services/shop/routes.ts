import { z } from 'zod'
import { basketPattern, deliveryCountries, printLimits } from '../../schema/rules/prints.ts'
import { type Brand, linksIn } from '../platform/brands/brand.ts'
import { orProblem, type ServiceApp } from '../platform/contract.ts'
import { localeOf } from '../platform/locales.ts'
import { wireMoney } from '../platform/money.ts'
import type { Platform } from '../platform/platform.ts'
import { postalAddress } from '../platform/postalAddress.ts'
import { Problem } from '../platform/problems.ts'
import { type Assortment, readAssortment } from './assortment.ts'
import { Caller } from './caller.ts'
import { noSuchOrder, payOrder } from './paying.ts'
import { releaseUnused } from './placedOrders.ts'
import { demoPayments, placeOrder, type Placing } from './placing.ts'
import { type Basket, quoteBasket, quoteSchema, toWireQuote } from './quote.ts'

/** Maximum length of a voucher code. Longer codes are refused, because no voucher has such a code. */
const longestCode = 200

const visibleText = z.string().regex(basketPattern, 'Use 1 to 80 visible ASCII characters.')

const linesSchema = z
  .array(
    z.object({
      photoId: z.uuid().toLowerCase(),
      variant: z.string().max(20).describe('The size, such as 10X15.'),
      quantity: z.number().int().min(1).max(printLimits.copies),
    }),
  )
  .min(1)
  .max(printLimits.lines)
  .refine(
    (lines) => new Set(lines.map(({ photoId, variant }) => `${photoId} ${variant}`)).size === lines.length,
    'Each photo is named once for each size.',
  )

const voucher = z
  .string()
  .max(longestCode)
  .nullish()
  .transform((text) => text?.trim() || null)

const headers = z.looseObject({
  'idempotency-key': z
    .string('Idempotency-Key is required.')
    .pipe(visibleText)
    .describe('The `basketId` of the quotes.'),
  'accept-language': z.string().optional().describe('The language of the titles in the order.'),
})

const channel = z.string().max(50)

const undelivered = ['NO_SUCH_CHANNEL', 'NO_DELIVERY']

const unpriced = { 400: ['NO_SUCH_SIZE', 'TOO_MANY_PRINTS'] }

const makeQuote = {
  summary: 'Prices a basket of prints',
  description:
    'Reserves the voucher for the basket, and releases the voucher that the basket had before. A voucher that cannot be used gives no discount, ' +
    'and the answer says why.',
  body: z.object({
    basketId: visibleText,
    country: z.enum(deliveryCountries),
    channel: channel.optional().describe('If given, a country to which this shop does not deliver is refused.'),
    lines: linesSchema,
    voucher,
  }),
  response: { 200: quoteSchema },
  problems: { 400: [...unpriced[400], ...undelivered] },
}

const placedSchema = z.object({ orderCode: z.string() })

const place = {
  summary: 'Orders the prints of a basket',
  description:
    'A basket can be ordered only once: a repeated request is answered with 200 and the same order. Nothing is ordered and the answer is 409 if another attempt has ordered the ' +
    'basket, or if the total, the voucher or the photos differ from what the customer saw. In the latter case, the answer has the new quote.',
  headers,
  body: z.object({
    lines: linesSchema,
    voucher,
    attemptId: visibleText
      .nullish()
      .transform((text) => text ?? null)
      .describe(
        'Chosen by the client. A repeated request has the same id. Another attempt to order the basket, as in a second tab, has a different id.',
      ),
    deliveryAddress: postalAddress.and(z.object({ country: z.enum(deliveryCountries) })),
    quotedTotal: wireMoney.describe('The total that the customer has seen.'),
    payment: z.enum(demoPayments).describe('The outcome of the demo payment.'),
    channel: channel.describe('The shop: `channel` of the public config of the brand.'),
  }),
  response: {
    200: placedSchema,
    201: placedSchema,
    409: z.discriminatedUnion('code', [
      z.object({
        code: z.literal('QUOTE_CHANGED'),
        quote: quoteSchema,
        missingPhotoIds: z.array(z.uuid()).describe('The photos that the customer cannot read.'),
      }),
      z.object({
        code: z.literal('BASKET_ORDERED'),
        orderCode: z.string().describe('The order that the other attempt has placed.'),
      }),
    ]),
  },
  problems: {
    400: [...unpriced[400], ...undelivered],
    403: ['DEMO_ONLY'],
    503: ['ORDERS_UNAVAILABLE', 'PHOTOS_UNAVAILABLE', 'VOUCHERS_UNAVAILABLE'],
  },
}

const code = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'Use 1 to 64 letters, digits and hyphens.')

const pay = {
  summary: 'Pays an order of the customer with the demo payment',
  description: 'For orders whose payment is pending or has failed. Can be repeated.',
  params: z.object({ code: orProblem(code, noSuchOrder) }),
  body: z.object({ payment: z.enum(demoPayments) }),
  response: { 200: z.object({ orderCode: z.string(), payment: z.string() }) },
  problems: {
    403: ['DEMO_ONLY'],
    404: ['NOT_FOUND'],
    409: ['ORDER_CANCELLED', 'ALREADY_PAID'],
    503: ['ORDERS_UNAVAILABLE'],
  },
}

/**
 * Registers the calls of the editor.
 * @param count called with the outcome of each order
 */
export function registerShopRoutes(
  app: ServiceApp,
  platform: Platform,
  count: (outcome: Placing['outcome']) => void,
): void {
  const assortment = readAssortment()

  app.post('/v1/quotes', { schema: makeQuote }, async (request) => {
    const { basketId: id, country, lines, voucher: voucherCode } = request.body
    if (request.body.channel !== undefined) deliveringBrand(platform, request.body.channel, country)
    const basket = basketOf(assortment, id, country, { lines, voucher: voucherCode })
    const caller = new Caller(platform, request)
    const quote = await quoteBasket(caller, assortment, basket)
    // This must follow the reservation. If another request orders the basket only after this one has asked for its
    // order, that request releases the voucher.
    await releaseUnused(caller, basket)
    return toWireQuote(assortment, quote)
  })

  app.post('/v1/orders', { schema: place }, async (request, reply) => {
    refuseOutsideDemo(platform)
    const { lines, voucher: voucherCode, deliveryAddress, channel, ...confirmed } = request.body
    const brand = deliveringBrand(platform, channel, deliveryAddress.country)
    const id = request.headers['idempotency-key']
    const locale = localeOf(request.headers['accept-language'])
    const placing = await placeOrder(new Caller(platform, request), assortment, {
      ...confirmed,
      basket: basketOf(assortment, id, deliveryAddress.country, { lines, voucher: voucherCode }),
      deliveryAddress,
      shopUrl: linksIn(brand, locale).storeFront,
      locale,
    })
    count(placing.outcome)
    if (placing.outcome === 'orderedBefore') {
      return reply.status(409).send({ code: 'BASKET_ORDERED', orderCode: placing.orderCode })
    }
    if (placing.outcome !== 'changed') {
      return reply.status(placing.outcome === 'placed' ? 201 : 200).send({ orderCode: placing.orderCode })
    }
    const { quote, missingPhotoIds } = placing
    return reply
      .status(409)
      .send({ code: 'QUOTE_CHANGED', quote: toWireQuote(assortment, quote), missingPhotoIds: [...missingPhotoIds] })
  })

  app.put('/v1/orders/:code/payment', { schema: pay }, async (request) => {
    refuseOutsideDemo(platform)
    return payOrder(new Caller(platform, request), request.params.code, request.body.payment)
  })
}

/**
 * The brand of a shop that delivers to a country.
 * @throws Problem 400 NO_SUCH_CHANNEL or NO_DELIVERY
 */
function deliveringBrand({ brands }: Platform, channel: string, country: Brand['countries'][number]): Brand {
  const brand = brands.ofChannel(channel)
  if (!brand) throw new Problem(400, 'NO_SUCH_CHANNEL', 'There is no such shop.')
  if (!brand.countries.includes(country)) {
    throw new Problem(400, 'NO_DELIVERY', 'This shop does not deliver to the country of the address.')
  }
  return brand
}

/** Payments are simulated, so an installation without a demo must not produce what is ordered here. */
function refuseOutsideDemo({ config }: Platform): void {
  if (!config.demo) throw new Problem(403, 'DEMO_ONLY', 'Orders with a demo payment are possible only with DEMO=true.')
}

function basketOf(
  { countries }: Assortment,
  id: string,
  countryCode: string,
  { lines, voucher: voucherCode }: { readonly lines: Basket['prints']; readonly voucher: string | null },
): Basket {
  const country = countries.get(countryCode)
  if (!country) throw new Error(`The catalogue has no country ${countryCode}.`)
  // The orders and vouchers services get the same key. So a voucher that is reserved for a basket can be used in one
  // order only.
  return { key: `prints-${id}`, country, prints: lines, voucherCode }
}
