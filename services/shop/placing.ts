import { createHash } from 'node:crypto'
import { z } from 'zod'
import { variantTitle } from '../platform/catalogue/variants.ts'
import type { Locale } from '../platform/locales.ts'
import { fromWireMoney, toWireMoney, type WireMoney } from '../platform/money.ts'
import type { PostalAddress } from '../platform/postalAddress.ts'
import { Problem } from '../platform/problems.ts'
import { type Assortment, productCode } from './assortment.ts'
import type { Caller } from './caller.ts'
import { findPlaced, keyReused, refuseReused, releaseOthers } from './placedOrders.ts'
import { type Basket, type Quote, quoteBasket } from './quote.ts'
import { releaseVouchers } from './vouchers.ts'

/** The outcomes of the demo payment. */
export const demoPayments = ['succeeds', 'fails', 'pending'] as const

export type DemoPayment = (typeof demoPayments)[number]

/** An order that a customer has confirmed. */
export interface ConfirmedOrder {
  readonly basket: Basket
  /**
   * Distinguishes a repeated request from another attempt to order the same basket. Null: all attempts count as the
   * same.
   */
  readonly attemptId: string | null
  readonly deliveryAddress: PostalAddress
  /** The total that the customer saw. */
  readonly quotedTotal: WireMoney
  readonly payment: DemoPayment
  /** The store front. */
  readonly shopUrl: string
  /** The language of the titles. */
  readonly locale: Locale
}

/** The outcome of a confirmed order. */
export type Placing =
  /**
   * `orderedBefore`: nothing was ordered, because another attempt has ordered the basket. The code is that of the
   * placed order.
   */
  | { readonly outcome: 'placed' | 'repeated' | 'orderedBefore'; readonly orderCode: string }
  | { readonly outcome: 'changed'; readonly quote: Quote; readonly missingPhotoIds: readonly string[] }

const orderSchema = z.object({ orderCode: z.string() })

/** Maximum number of ids in a lookup of photos. */
const photosPerLookup = 500

/**
 * Places an order. A basket can be ordered only once: a repeated request is answered with the order of the first
 * request, even if a process was killed, or prices have changed, in between. If the total is not the one that the
 * customer saw, or a photo or the voucher is no longer available, nothing is ordered.
 * @throws Problem 503 if a service does not answer
 */
export async function placeOrder(caller: Caller, assortment: Assortment, order: ConfirmedOrder): Promise<Placing> {
  const { key, voucherCode } = order.basket
  try {
    const placing = await placeOnce(caller, assortment, order)
    // Another tab may have reserved another voucher for this basket meanwhile.
    if (placing.outcome !== 'changed') await releaseVouchers(caller, key, voucherCode ?? undefined)
    return placing
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== keyReused) throw error
    const first = await findPlaced(caller, key)
    if (!first) throw new Error('The orders service has an order with this key, but did not find it.', { cause: error })
    await releaseOthers(caller, key, first)
    return { outcome: 'orderedBefore', orderCode: first.orderCode }
  }
}

/** @throws Problem 422 if another attempt has ordered this basket, 503 if a service does not answer */
async function placeOnce(caller: Caller, assortment: Assortment, order: ConfirmedOrder): Promise<Placing> {
  const digest = digestOf(order)
  const known = await findPlaced(caller, order.basket.key, { digest })
  if (known) return { outcome: 'repeated', orderCode: known.orderCode }
  const [missingPhotoIds, quote] = await Promise.all([
    findMissing(caller, order.basket),
    quoteBasket(caller, assortment, order.basket),
  ])
  if (quote.voucher?.state === 'unavailable') {
    throw new Problem(503, 'VOUCHERS_UNAVAILABLE', 'The vouchers service does not answer. Repeat the request.')
  }
  const isAccepted = quote.voucher === null || quote.voucher.state === 'accepted'
  if (missingPhotoIds.length > 0 || !isAccepted || !hasTotal(quote, order.quotedTotal)) {
    // An equal request may have ordered the basket meanwhile. The quote differs then, because the voucher is used.
    const meanwhile = await findPlaced(caller, order.basket.key, { digest })
    if (meanwhile) return { outcome: 'repeated', orderCode: meanwhile.orderCode }
    return { outcome: 'changed', quote, missingPhotoIds }
  }
  const { orderCode } = await caller.call('orders', {
    method: 'POST',
    path: '/v1/superorders',
    as: 'shop',
    idempotencyKey: order.basket.key,
    body: { ...superOrderOf(caller.accountId, assortment, order, quote), requestDigest: digest },
    answer: orderSchema,
    refused: refuseReused,
  })
  return { outcome: 'placed', orderCode }
}

/** The photos that the customer cannot read. */
async function findMissing(caller: Caller, { prints }: Basket): Promise<readonly string[]> {
  const ids = [...new Set(prints.map(({ photoId }) => photoId))]
  const batches = Array.from({ length: Math.ceil(ids.length / photosPerLookup) }, (_, index) =>
    ids.slice(index * photosPerLookup, (index + 1) * photosPerLookup),
  )
  const answers = await Promise.all(
    batches.map((photoIds) =>
      caller.call('photos', {
        method: 'POST',
        path: '/photos/lookup',
        as: 'customer',
        body: { photoIds },
        answer: z.object({ images: z.array(z.object({ imageId: z.string() })) }),
      }),
    ),
  )
  const readable = new Set(answers.flatMap(({ images }) => images.map(({ imageId }) => imageId)))
  return ids.filter((id) => !readable.has(id))
}

function hasTotal({ totals, country }: Quote, quoted: WireMoney): boolean {
  return quoted.currency === country.currency && fromWireMoney(quoted).minorUnits === totals.total
}

/** A digest of what the customer has asked for. Neither prices nor the language are part of it. */
function digestOf({ basket, attemptId, deliveryAddress, payment }: ConfirmedOrder): string {
  const prints = basket.prints.map(({ photoId, variant, quantity }) => `${photoId} ${variant} ${quantity}`).toSorted()
  const asked = [
    prints,
    basket.voucherCode?.trim().toUpperCase() ?? null,
    deliveryAddress,
    payment,
    ...(attemptId === null ? [] : [attemptId]),
  ]
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex')
}

function superOrderOf(
  accountId: string,
  { articleName, title }: Assortment,
  { deliveryAddress, payment, shopUrl, locale }: ConfirmedOrder,
  { country, lines, voucher, totals }: Quote,
) {
  const { currency, vatRate } = country
  const money = (minorUnits: number) => toWireMoney({ minorUnits, currency })
  return {
    accountId,
    source: 'WEB',
    shopUrl,
    currency,
    lines: lines.map(({ variant, photoIds, quantity, unitPrice }) => {
      const discount = voucher?.discounts.get(variant.code) ?? 0
      return {
        productCode,
        variant: variant.code,
        articleName: articleName[locale],
        title: `${title[locale]} ${variantTitle(variant)}`,
        quantity,
        unitPrice: money(unitPrice),
        discount: money(discount),
        vatRate,
        voucher: voucher?.code ?? null,
        photoIds,
        projectId: null,
      }
    }),
    shipping: { price: money(totals.shipping), vatRate },
    deliveryType: 'Home',
    deliveryAddress,
    payment,
  }
}
