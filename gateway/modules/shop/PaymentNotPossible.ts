import type { PaymentNotPossibleResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `PaymentNotPossible`. */
export const PaymentNotPossible: PaymentNotPossibleResolvers = {
  order: ({ orderCode }, _args, { orders }) => orders.find(orderCode),
}
