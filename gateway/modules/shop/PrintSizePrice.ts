import type { PrintSizePriceResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `PrintSizePrice`. */
export const PrintSizePrice: PrintSizePriceResolvers = { size: ({ variant }) => variant }
