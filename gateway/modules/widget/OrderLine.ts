import type { OrderLineResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the online book of `OrderLine`. Those of all lines of an operation are fetched together. */
export const OrderLine: Pick<OrderLineResolvers, 'widget'> = {
  widget: ({ orderCode, superOrderCode, articleName }, _args, { viewer, loaders }) => {
    // A service that does not send the kind of the product is asked for each line.
    if (viewer?.isBusiness !== false || (articleName && articleName !== 'PhotoBook')) return null
    return loaders.widgetOfLine.load({ code: orderCode, orderCode: superOrderCode ?? orderCode })
  },
}
