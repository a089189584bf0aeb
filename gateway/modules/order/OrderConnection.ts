import type { OrderConnectionResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `OrderConnection`. */
export const OrderConnection: OrderConnectionResolvers = {
  totalCount: ({ filter }, _args, { orders }) => orders.count(filter),
}
