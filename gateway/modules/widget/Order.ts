import type { OrderResolvers } from '../../__generated__/resolvers.ts'

/** Resolves whether an order is blocked. */
export const Order: Pick<OrderResolvers, 'isBlocked'> = {
  isBlocked: ({ orderCode }, _args, { viewer, widgets }) =>
    viewer?.isBusiness === false ? widgets.isBlocked(orderCode) : null,
}
