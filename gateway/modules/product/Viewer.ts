import { badInput } from '../../errors/codes.ts'
import { checkLocale } from '../shared/locale.ts'
import type { ViewerResolvers } from '../../__generated__/resolvers.ts'

const countryCode = /^[A-Z]{2}$/

/** Resolves the order-by dates and the PDFs of `Viewer`. */
export const Viewer: Pick<ViewerResolvers, 'orderByDates' | 'productPdfs'> = {
  orderByDates: async (_viewer, { country, locale: asked }, { products }) => {
    if (!countryCode.test(country)) throw badInput('"country" is not an ISO 3166-1 code, such as NL.')
    const locale = checkLocale(asked)
    const groups = await products.listArticleGroups(locale)
    return groups
      .flatMap((group) => group.cutoffs.map((cutoff) => ({ group, cutoff, locale })))
      .filter(({ cutoff }) => cutoff.country === country)
      .toSorted((one, other) => one.cutoff.orderBy.localeCompare(other.cutoff.orderBy))
  },
  productPdfs: async (_viewer, { productCodes }, { products }) => {
    const wanted = new Set(productCodes.map((code) => code.toUpperCase()))
    return (await products.listPdfs()).filter(({ productCode }) => wanted.has(productCode.toUpperCase()))
  },
}
