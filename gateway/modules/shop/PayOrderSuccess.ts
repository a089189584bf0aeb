import type { PayOrderSuccessResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `PayOrderSuccess`. */
export const PayOrderSuccess: PayOrderSuccessResolvers = {
  order: ({ orderCode }, _args, { orders }) => orders.find(orderCode),
}
