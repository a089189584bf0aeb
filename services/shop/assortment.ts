import { readCatalogue, type Country, type Variant } from '../platform/catalogue/catalogue.ts'
import type { Texts } from '../platform/locales.ts'
import type { Currency } from '../platform/money.ts'

/** The product of print orders: the editor is opened with this code. */
export const productCode = 'PAP_910'

/** The price of the delivery, with VAT, in minor units. */
export const deliveryPrices: Readonly<Record<Currency, number>> = {
  EUR: 395,
  GBP: 349,
  SEK: 4_400,
  DKK: 2_950,
  NOK: 4_550,
}

/** What the shop sells, and where. */
export interface Assortment {
  /** The name of the type of article in every locale. */
  readonly articleName: Texts
  readonly title: Texts
  /** The sizes of prints, smallest first. */
  readonly variants: readonly Variant[]
  /** By code. */
  readonly countries: ReadonlyMap<string, Country>
}

/** Reads from the catalogue what the shop sells. */
export function readAssortment(): Assortment {
  const { products, articleTypes, countries } = readCatalogue()
  const product = products.get(productCode)
  if (!product) throw new Error(`The catalogue has no product ${productCode}.`)
  return {
    articleName: articleTypes[product.articleType],
    title: product.title,
    variants: product.variants,
    countries: new Map(countries.map((country) => [country.country, country])),
  }
}
