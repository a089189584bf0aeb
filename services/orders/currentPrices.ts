import type { Catalogue } from '../platform/catalogue/catalogue.ts'
import { type Currency, toWireMoney, type WireMoney } from '../platform/money.ts'
import type { SubOrder } from './order.ts'

/** Whether the product of a line is still sold today, and its price. */
export interface CurrentOffer {
  /** False if the product, or its variant, is no longer sold. */
  readonly isSold: boolean
  /**
   * The price of one item with VAT. Null if the product is not sold, is not sold in this currency, or its variant is
   * unknown.
   */
  readonly unitPrice: WireMoney | null
}

/** Finds the current price of a line. A product with one variant needs no variant code. */
export function currentOffer(
  catalogue: Catalogue,
  { product_code: productCode, variant_code: variantCode }: Pick<SubOrder, 'product_code' | 'variant_code'>,
  currency: Currency,
): CurrentOffer {
  const variants = catalogue.products.get(productCode)?.variants ?? []
  const possible = variantCode === null ? variants : variants.filter(({ code }) => code === variantCode)
  const [variant, ...others] = possible
  const minorUnits = others.length === 0 ? variant?.prices[currency] : undefined
  return {
    isSold: possible.length > 0,
    unitPrice: minorUnits === undefined ? null : toWireMoney({ minorUnits, currency }),
  }
}
