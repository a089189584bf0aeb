import { z } from 'zod'
import type { Country } from '../platform/catalogue/catalogue.ts'
import { toWireMoney, wireMoney, wireVatRate } from '../platform/money.ts'
import type { Totals } from '../platform/totals.ts'
import type { Assortment } from './assortment.ts'
import type { Caller } from './caller.ts'
import { type ChosenPrint, priceLines, type PricedLine, totalsFor } from './pricing.ts'
import { type BasketVoucher, reserveVoucher, voucherStates } from './vouchers.ts'

const count = z.number().int()

/** The price of a basket, as answers contain it. */
export const quoteSchema = z
  .object({
    sizes: z
      .array(z.object({ variant: z.string(), unitPrice: wireMoney }))
      .describe('The current price of one print in each size, smallest first. All prices include VAT.'),
    lines: z.array(
      z.object({
        variant: z.string(),
        quantity: count.describe('How many prints.'),
        photosCount: count,
        unitPrice: wireMoney,
        discount: wireMoney.describe('Of the whole line.'),
        total: wireMoney,
      }),
    ),
    voucher: z
      .object({
        code: z.string(),
        state: z.enum(voucherStates).describe('`unavailable`: the vouchers service did not answer.'),
        minimumOrder: wireMoney.nullable().describe('The minimum of the voucher, which the order does not reach.'),
      })
      .nullable(),
    subtotal: wireMoney.describe('total = subtotal - discount + delivery'),
    discount: wireMoney,
    delivery: wireMoney,
    vatRate: wireVatRate,
    tax: wireMoney.describe('The VAT in the total.'),
    total: wireMoney,
  })
  .meta({ id: 'Quote', description: 'What a basket of prints costs (decision 0506).' })

/** A basket: what the customer wants, and where it is delivered. */
export interface Basket {
  /** The key of the basket at other services. */
  readonly key: string
  readonly country: Country
  readonly prints: readonly ChosenPrint[]
  /** The voucher code as the customer has typed it. Null: none. */
  readonly voucherCode: string | null
}

/** What a basket costs. */
export interface Quote {
  readonly country: Country
  readonly lines: readonly PricedLine[]
  readonly voucher: BasketVoucher | null
  readonly totals: Totals
}

/**
 * Prices a basket, and reserves its voucher. A voucher that cannot be used gives no discount, and the quote says why.
 * @throws Problem 400 as `priceLines`
 */
export async function quoteBasket(caller: Caller, assortment: Assortment, basket: Basket): Promise<Quote> {
  const { key, country, prints, voucherCode } = basket
  const lines = priceLines(assortment, country, prints)
  const voucher = voucherCode === null ? null : await reserveVoucher(caller, key, voucherCode, lines)
  return { country, lines, voucher, totals: totalsFor(lines, country, voucher?.discounts ?? new Map()) }
}

export function toWireQuote({ variants }: Assortment, { country, lines, voucher, totals }: Quote) {
  const { currency, vatRate } = country
  const money = (minorUnits: number) => toWireMoney({ minorUnits, currency })
  return {
    sizes: variants.map(({ code, prices }) => ({ variant: code, unitPrice: money(prices[currency]) })),
    lines: lines.map(({ variant, quantity, photoIds, unitPrice }, index) => ({
      variant: variant.code,
      quantity,
      photosCount: photoIds.length,
      unitPrice: money(unitPrice),
      discount: money(voucher?.discounts.get(variant.code) ?? 0),
      total: money(totals.lines[index]?.total ?? 0),
    })),
    voucher: voucher && { code: voucher.code, state: voucher.state, minimumOrder: voucher.minimumOrder },
    subtotal: money(totals.subtotal),
    discount: money(totals.discount),
    delivery: money(totals.shipping),
    vatRate,
    tax: money(totals.tax),
    total: money(totals.total),
  }
}
