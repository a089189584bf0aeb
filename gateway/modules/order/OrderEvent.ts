import type { OrderEventResolvers } from '../../__generated__/resolvers.ts'
import { cursors } from './cursors.ts'
import { customerStatusOf } from './customerStatus.ts'

/** Resolves the fields of `OrderEvent`. */
export const OrderEvent: OrderEventResolvers = {
  cursor: ({ position }, _args, context) => cursors.at(position, context),
  code: ({ job }) => job,
  status: ({ kind }) => customerStatusOf(kind),
  order: ({ job }, _args, { orders }) => (job === null ? null : orders.find(job)),
}
