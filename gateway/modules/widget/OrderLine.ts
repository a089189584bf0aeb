import type { OrderLineResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the online book of `OrderLine`. The books of all lines of an operation are fetched together. */
export const OrderLine: Pick<OrderLineResolvers, 'widget'> = {
  widget: ({ orderCode, superOrderCode, articleName }, _args, { viewer, loaders }) => {
    // A line without the kind of its product may be a photo book, so its online book is requested, too.
    if (viewer?.isBusiness !== false || (articleName && articleName !== 'PhotoBook')) return null
    return loaders.widgetOfLine.load({ code: orderCode, orderCode: superOrderCode ?? orderCode })
  },
}
