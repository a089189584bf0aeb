import type { ShopResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `Shop`. */
export const Shop: ShopResolvers = {
  channel: ({ ID }) => ID,
  vendor: ({ Vendor }) => Vendor.ID,
  locale: ({ Vendor }) => Vendor.Locale,
  url: ({ ShopUrl }) => ShopUrl,
  currency: ({ Currency }) => Currency.ID,
  articles: async ({ ID, Vendor }, _args, { merchandise }) => {
    const articles = await merchandise.listArticles(ID, Vendor.Locale)
    // Null: the shop was closed after it was listed.
    return articles?.filter(({ Visible }) => Visible).map((article) => ({ ...article, locale: Vendor.Locale })) ?? null
  },
}
