import type { OrderLineResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the online book of `OrderLine`. The books of all lines of an operation are fetched together. */
export const OrderLine: Pick<OrderLineResolvers, 'widget'> = {
  widget: ({ orderCode, superOrderCode, articleName }, _args, { viewer, loaders }) => {
    // Without the kind of the product, the line may be a photo book, so its book is requested.
    if (viewer?.isBusiness !== false || (articleName && articleName !== 'PhotoBook')) return null
    return loaders.widgetOfLine.load({ code: orderCode, orderCode: superOrderCode ?? orderCode })
  },
}
