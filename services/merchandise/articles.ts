import { type Brand, linksIn } from '../platform/brands/brand.ts'
import type { Catalogue, Product } from '../platform/catalogue/catalogue.ts'
import type { Locale } from '../platform/locales.ts'
import { variantTitle } from '../platform/catalogue/variants.ts'

interface Option {
  readonly ID: string
  readonly Title: string
}

/** The root values of a query, in the language of the customer. Field names are those of the schema. */
export function rootValueOf(catalogue: Catalogue, brands: readonly Brand[], locale: Locale) {
  const { products } = catalogue
  return {
    Channels: ({ IDs }: { IDs?: readonly string[] | null }) =>
      brands
        .filter(({ channel }) => IDs?.includes(channel) ?? true)
        .map((brand) => channelOf(catalogue, brand, locale)),
    Articles: ({ Channel: channelId }: { Channel: string }) =>
      brands.some(({ channel }) => channel === channelId)
        ? [...products.values()].map((product) => articleOf(catalogue, product, locale))
        : null,
  }
}

function channelOf({ countries }: Catalogue, brand: Brand, locale: Locale) {
  const country = countries.find(({ locales }) => locales.includes(locale))
  if (!country) throw new Error(`No country has the locale ${locale}.`)
  return {
    ID: brand.channel,
    Vendor: { ID: brand.key, Locale: locale },
    ShopUrl: linksIn(brand, locale).storeFront,
    Currency: { ID: country.currency },
  }
}

function articleOf({ options: titles }: Catalogue, product: Product, locale: Locale) {
  const { code, articleType, title, variants, pages } = product
  // The catalogue checks that variants are sorted by size.
  const [smallest] = variants
  const optionLists = Object.entries(product.options).map(([list, ids]) => {
    const options = ids.map((id) => ({ ID: id, Title: titles.get(id)?.[locale] ?? id }))
    return [list, optionList(list, options)]
  })
  return {
    ID: code,
    ArticleType: articleType,
    Title: title[locale],
    PageHeight: smallest?.heightMillimetres,
    PageWidth: smallest?.widthMillimetres,
    Visible: true,
    Links: [{ Rel: 'product', Href: `/v1/Products/${code}` }],
    ...Object.fromEntries(optionLists),
    PrintSize: optionList(
      'PrintSize',
      variants.map((variant) => ({ ID: variant.code, Title: variantTitle(variant) })),
    ),
    ExtraPages: pages && optionList('ExtraPages', extraPages(pages)),
  }
}

function optionList(ID: string, Options: readonly Option[]) {
  return Options.length === 0 ? null : { ID, Options }
}

/** The numbers of pages that can be added to the minimum number of pages. */
function extraPages({ minimum, maximum, step }: NonNullable<Product['pages']>): Option[] {
  if (maximum === minimum) return []
  const count = (maximum - minimum) / step + 1
  return Array.from({ length: count }, (_, index) => ({ ID: String(index * step), Title: `+${index * step}` }))
}
