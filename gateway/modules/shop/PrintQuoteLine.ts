import type { PrintQuoteLineResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `PrintQuoteLine`. */
export const PrintQuoteLine: PrintQuoteLineResolvers = { size: ({ variant }) => variant }
