import { encodeGlobalId } from '../../relay/globalId.ts'
import type { PrintBasketOrderedResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `PrintBasketOrdered`. The order exists even if reading it fails. */
export const PrintBasketOrdered: PrintBasketOrderedResolvers = {
  orderId: ({ orderCode }) => encodeGlobalId('Order', orderCode),
  order: ({ orderCode }, _args, { orders }) => orders.find(orderCode),
}
