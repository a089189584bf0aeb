import type { ProductResolvers } from '../../__generated__/resolvers.ts'

const qualities = { acceptable: 'ACCEPTABLE', good: 'GOOD', excellent: 'EXCELLENT' } as const

/** Resolves the fields of `Product`. A retailer's own service may leave out fields. */
export const Product: ProductResolvers = {
  title: ({ title }) => title ?? null,
  description: ({ description }) => description ?? null,
  articleType: ({ articleType }) => articleType ?? null,
  pages: ({ pages }) => pages ?? null,
  productionDays: ({ productionDays }) => productionDays ?? null,
  variants: ({ variants }) =>
    variants?.map((variant) => ({
      ...variant,
      minimumPixels: variant.minimumPixels.map((size) => ({ ...size, quality: qualities[size.quality] })),
    })) ?? null,
}
