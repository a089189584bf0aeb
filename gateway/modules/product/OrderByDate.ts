import type { OrderByDateResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `OrderByDate`. */
export const OrderByDate: OrderByDateResolvers = {
  articleType: ({ group }) => group.code,
  title: ({ group }) => group.title,
  occasion: ({ cutoff }) => cutoff.title,
  country: ({ cutoff }) => cutoff.country,
  orderBy: ({ cutoff }) => cutoff.orderBy,
  deliveredBy: ({ cutoff }) => cutoff.deliveredBy,
  isOpen: ({ cutoff }) => cutoff.isOpen,
  products: async ({ group, locale }, _args, { loaders }) => {
    const products = loaders.product(locale)
    const found = await Promise.all(group.productCodes.map((code) => products.load(code)))
    return found.filter((product) => product !== null)
  },
  campaign: ({ cutoff, locale }, _args, { loaders }) => loaders.campaign(locale).load(cutoff.campaign),
}
