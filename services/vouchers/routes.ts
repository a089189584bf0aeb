import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import { idOr, nothing, type ServiceApp } from '../platform/contract.ts'
import { fromWireMoney, toWireMoney, wireMoney } from '../platform/money.ts'
import { plainText } from '../platform/plainText.ts'
import { notFound } from '../platform/problems.ts'
import { appliesTo, sumOf } from './discounts.ts'
import { findHeldOffers, findOffer, type Offer } from './offers.ts'
import { release, releaseAll, type Reservation, reserve } from './reservations.ts'
import type { Kysely } from 'kysely'
import type { VouchersTables } from './tables.ts'

const maximumLines = 200
const maximumCodes = 500
/** In minor units. */
const maximumPrice = 1_000_000_000

const productCode = z.string().min(1).max(50)
const requestKey = z.string().regex(/^[\x21-\x7e]{1,100}$/, 'A key has 1 to 100 visible ASCII characters.')
/**
 * This limits only the size of a request. Codes within it that are too long for a voucher are answered like unknown
 * ones.
 */
const code = z.string().max(200)
const noSuchReservation = () => notFound('There is no such reservation.')

const valueSchema = z
  .object({
    kind: z.enum(['amount', 'percentage']),
    amount: wireMoney.nullable().describe('Null for a percentage.'),
    percentage: z.number().int().nullable().describe('1 to 100; null for an amount.'),
    minimumOrder: wireMoney
      .nullable()
      .describe('The lowest total of an order that can use the voucher. Null: no minimum.'),
    productCodes: z.array(z.string()).nullable().describe('The products that get the discount. Null: all.'),
  })
  .meta({ id: 'VoucherValue' })

export const offerSchema = z
  .object({
    code: z.string(),
    campaignName: z.string(),
    state: z.enum(['available', 'reserved', 'used', 'returned', 'expired']),
    value: valueSchema,
    validUntil: z.iso
      .date()
      .nullable()
      .describe('The last day (UTC) on which the voucher can be used. Null: it does not expire.'),
    isForProduct: z
      .boolean()
      .nullable()
      .describe('Whether the product of the query gets the discount. Null: no query.'),
  })
  .meta({ id: 'Offer', description: 'A voucher (decision 0501).' })

const readOffer = {
  summary: 'Finds a voucher by its code',
  description:
    'The case of the code does not matter. `returned`: the order with the voucher was cancelled, and the voucher can be used again. ' +
    'After several unknown codes, the account has to wait.',
  params: z.object({ optionCode: code }),
  querystring: z.object({ productCode: productCode.optional() }),
  response: { 200: offerSchema },
  problems: { 404: ['NOT_FOUND'], 429: ['TOO_MANY_UNKNOWN_CODES'] },
}

const lookUpOffers = {
  summary: 'Finds the vouchers of the customer’s orders by their codes',
  description:
    `Our addition. The answer has one entry for each of at most ${maximumCodes} codes, in the same order. The entry is null for a voucher that ` +
    'the customer has never reserved. Otherwise, codes could be guessed by trying them.',
  body: z.object({ optionCodes: z.array(code).min(1).max(maximumCodes) }),
  response: { 200: z.object({ offers: z.array(offerSchema.nullable()) }) },
}

const lineSchema = z.object({
  id: plainText(100),
  productCode,
  price: wireMoney.refine(
    (price) => fromWireMoney(price).minorUnits >= 0 && fromWireMoney(price).minorUnits <= maximumPrice,
    'The price is negative or too high.',
  ),
})

const reservationBody = z
  .object({
    accountId: z.uuid().toLowerCase(),
    code,
    key: requestKey.optional().describe('The idempotency key. Default: the code of the order.'),
    orderCode: requestKey
      .toUpperCase()
      .optional()
      .describe(
        'The code of the order. Optional if the order names its vouchers when it is placed. To add the code later, repeat the request with it.',
      ),
    lines: z
      .array(lineSchema)
      .min(1)
      .max(maximumLines)
      .refine((lines) => new Set(lines.map(({ id }) => id)).size === lines.length, 'Each line has an id of its own.'),
  })
  .refine((body) => body.key !== undefined || body.orderCode !== undefined, 'Give a key or the code of the order.')

const reservationSchema = z
  .object({
    reservationId: z.uuid(),
    code: z.string(),
    state: z.enum(['reserved', 'used']),
    expires: z.iso.datetime(),
    lines: z.array(z.object({ id: z.string(), discount: wireMoney })),
    discount: wireMoney.describe('The sum of the discounts of the lines.'),
  })
  .meta({ id: 'Reservation' })

const makeReservation = {
  summary: 'Reserves a voucher for an order, and reads the discount of each line',
  description:
    'Idempotent by account, key and code: a repeated request is answered with 200, and one with other lines replaces the lines. A reservation ' +
    'expires after an hour; after `order.placed`, it expires after 14 days. `order.paid` marks the voucher as used, `order.cancelled` returns it.',
  body: reservationBody,
  response: { 200: reservationSchema, 201: reservationSchema },
  problems: {
    404: ['NOT_FOUND'],
    409: ['VOUCHER_USED', 'VOUCHER_RESERVED', 'VOUCHER_EXPIRED', 'ORDER_CANCELLED'],
    422: ['BELOW_MINIMUM_ORDER', 'CURRENCY_MISMATCH', 'IDEMPOTENCY_KEY_REUSED', 'VOUCHER_NOT_FOR_PRODUCTS'],
    429: ['TOO_MANY_UNKNOWN_CODES'],
  },
}

const releaseReservation = {
  summary: 'Releases a voucher that the customer has removed from the order',
  description: 'Can be repeated.',
  params: z.object({ id: idOr(noSuchReservation) }),
  response: { 204: nothing },
  problems: { 404: ['NOT_FOUND'], 409: ['VOUCHER_USED'] },
}

const releaseReservations = {
  summary: 'Releases the vouchers that an account has reserved under a key',
  description:
    'For a shop that does not keep the ids of reservations. Reservations of a placed order stay. Can be repeated.',
  body: z.object({
    accountId: z.uuid().toLowerCase(),
    key: requestKey,
    keptCode: code.optional().describe('A voucher whose reservation stays.'),
  }),
  response: { 204: nothing },
}

/** Registers the routes of customers, and those of shops, which need the secret of the services. */
export function registerVoucherRoutes(app: ServiceApp, database: Kysely<VouchersTables>): void {
  const forShops = { access: 'service' } as const
  app.get('/api/v1/campaigns/offers/:optionCode', { schema: readOffer }, async (request) => {
    const offer = await findOffer(database, accountOf(request).id, request.params.optionCode)
    return toWireOffer(offer, request.query.productCode)
  })

  app.post('/api/v1/campaigns/offers/lookup', { schema: lookUpOffers }, async (request) => {
    const offers = await findHeldOffers(database, accountOf(request).id, request.body.optionCodes)
    return { offers: offers.map((offer) => (offer ? toWireOffer(offer, undefined) : null)) }
  })

  app.post('/api/v1/reservations', { config: forShops, schema: makeReservation }, async (request, reply) => {
    const { key: given, orderCode, lines, ...body } = request.body
    const { isNew, reservation } = await reserve(database, {
      ...body,
      // The schema requires a key or the code of the order.
      requestKey: given ?? orderCode ?? '',
      orderCode,
      lines: lines.map(({ price, ...line }) => ({ ...line, price: fromWireMoney(price) })),
    })
    return reply.status(isNew ? 201 : 200).send(toWireReservation(reservation))
  })

  app.post(
    '/api/v1/reservations/release',
    { config: forShops, schema: releaseReservations },
    async (request, reply) => {
      await releaseAll(database, request.body)
      return reply.status(204).send()
    },
  )

  app.delete('/api/v1/reservations/:id', { config: forShops, schema: releaseReservation }, async (request, reply) => {
    if (!(await release(database, request.params.id))) throw noSuchReservation()
    return reply.status(204).send()
  })
}

/**
 * @param product the code of a product: the result says whether the voucher gives a discount on it. Undefined: the
 *   result does not say so
 */
export function toWireOffer(offer: Offer, product: string | undefined): z.infer<typeof offerSchema> {
  const { amount, percentage, currency, minimum_order: minimum } = offer
  const money = (minorUnits: number | null) =>
    minorUnits === null || currency === null ? null : toWireMoney({ minorUnits, currency })
  return {
    code: offer.code,
    campaignName: offer.campaign_name,
    state: offer.state,
    value: {
      kind: amount === null ? 'percentage' : 'amount',
      amount: money(amount),
      percentage,
      minimumOrder: money(minimum),
      productCodes: offer.product_codes,
    },
    validUntil: offer.valid_until,
    isForProduct: product === undefined ? null : appliesTo(offer, product),
  }
}

function toWireReservation(reservation: Reservation): z.infer<typeof reservationSchema> {
  const { currency, lines } = reservation.discounts
  return {
    reservationId: reservation.id,
    code: reservation.code,
    state: reservation.state === 'used' ? 'used' : 'reserved',
    expires: reservation.expires_at.toISOString(),
    lines: lines.map(({ id, minorUnits }) => ({ id, discount: toWireMoney({ minorUnits, currency }) })),
    discount: toWireMoney({ minorUnits: sumOf(lines.map(({ minorUnits }) => minorUnits)), currency }),
  }
}
