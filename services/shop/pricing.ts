import type { Country, Variant } from '../platform/catalogue/catalogue.ts'
import type { Currency } from '../platform/money.ts'
import { Problem } from '../platform/problems.ts'
import { type Totals, totalsOf } from '../platform/totals.ts'
import { rateOf } from '../platform/vatRates.ts'
import { printLimits } from '../../schema/rules/prints.ts'
import { type Assortment, deliveryPrices } from './assortment.ts'

/** What a customer has chosen: copies of one photo in one size. */
export interface ChosenPrint {
  readonly photoId: string
  readonly variant: string
  readonly quantity: number
}

/** All prints of one size. */
export interface PricedLine {
  readonly variant: Variant
  /** Distinct, in the order in which they were chosen. */
  readonly photoIds: readonly string[]
  /** How many prints. */
  readonly quantity: number
  readonly currency: Currency
  /** The price of one print with VAT, in minor units. */
  readonly unitPrice: number
}

/**
 * Groups prints by size, smallest first, and prices them for a country.
 * @throws Problem 400 for an unknown size, and for more prints of a size than an order can have
 */
export function priceLines(
  { variants }: Assortment,
  { currency }: Pick<Country, 'currency'>,
  prints: readonly ChosenPrint[],
): readonly PricedLine[] {
  const unknown = prints.find((print) => !variants.some(({ code }) => code === print.variant))
  if (unknown) throw new Problem(400, 'NO_SUCH_SIZE', `The shop has no prints of the size ${unknown.variant}.`)
  return variants.flatMap((variant) => {
    const chosen = prints.filter((print) => print.variant === variant.code)
    if (chosen.length === 0) return []
    const quantity = chosen.reduce((sum, print) => sum + print.quantity, 0)
    if (quantity > printLimits.printsOfSize) {
      const detail = `An order has at most ${printLimits.printsOfSize} prints of a size.`
      throw new Problem(400, 'TOO_MANY_PRINTS', detail, {}, { maximum: printLimits.printsOfSize })
    }
    const photoIds = [...new Set(chosen.map(({ photoId }) => photoId))]
    return [{ variant, photoIds, quantity, currency, unitPrice: variant.prices[currency] }]
  })
}

/**
 * Adds up a basket, with its delivery.
 * @param discounts in minor units, by the code of the variant
 */
export function totalsFor(
  lines: readonly PricedLine[],
  { currency, vatRate: rate }: Pick<Country, 'currency' | 'vatRate'>,
  discounts: ReadonlyMap<string, number>,
): Totals {
  const vatRate = rateOf(rate)
  const prices = lines.map(({ variant, quantity, unitPrice }) => {
    return { quantity, unitPrice, discount: discounts.get(variant.code) ?? 0, vatRate }
  })
  return totalsOf(prices, { price: deliveryPrices[currency], vatRate }, currency)
}
