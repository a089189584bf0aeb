import { encodeGlobalId } from '../../relay/globalId.ts'
import type { PlacePrintOrderSuccessResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `PlacePrintOrderSuccess`. The order exists even if reading it fails. */
export const PlacePrintOrderSuccess: PlacePrintOrderSuccessResolvers = {
  orderId: ({ orderCode }) => encodeGlobalId('Order', orderCode),
  order: ({ orderCode }, _args, { orders }) => orders.find(orderCode),
}
