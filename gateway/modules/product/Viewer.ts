import { badInput } from '../../errors/codes.ts'
import { UpstreamError } from '../../errors/upstreamError.ts'
import type { GatewayContext } from '../../context.ts'
import { checkLocale } from '../shared/locale.ts'
import type { ViewerResolvers } from '../../__generated__/resolvers.ts'

const countryCode = /^[A-Z]{2}$/
const countryOfLocale = /-([A-Z]{2})\b/

/** Resolves the order-by dates and the PDFs of `Viewer`. */
export const Viewer: Pick<ViewerResolvers, 'orderByDates' | 'productPdfs'> = {
  orderByDates: async (_viewer, { country: asked, locale: tag }, context) => {
    if (typeof asked === 'string' && !countryCode.test(asked))
      throw badInput('"country" is not an ISO 3166-1 code, such as NL.')
    const locale = checkLocale(tag)
    const [groups, country] = await Promise.all([
      context.products.listArticleGroups(locale),
      asked ? Promise.resolve(asked) : findCountry(context, locale),
    ])
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

/** The country to which the viewer's latest order is delivered. Without a known order, the country of the locale. */
async function findCountry({ orders, now }: GatewayContext, locale: string): Promise<string | undefined> {
  const filter = { list: null, search: null, year: null, now: now() }
  const latest = await orders.list(filter, { cursor: null, skip: 0, limit: 1 }).catch((error: unknown) => {
    // Use the country of the locale: even dates of a wrong country are more useful than an error.
    if (error instanceof UpstreamError) return null
    throw error
  })
  return latest?.items[0]?.deliveryAddress?.country ?? countryOfLocale.exec(locale)?.[1]
}
