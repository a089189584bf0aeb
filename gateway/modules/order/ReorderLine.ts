import type { ReorderLineResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `ReorderLine`. */
export const ReorderLine: ReorderLineResolvers = {
  priceThen: ({ line }) => line.unitPrice ?? null,
}
