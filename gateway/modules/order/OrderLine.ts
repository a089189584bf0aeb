import type { NodeType } from '../../context.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import type { OrderLineResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `OrderLine`. */
export const OrderLine: Omit<OrderLineResolvers, 'voucher' | 'photos' | 'widget'> = {
  id: ({ orderCode }) => encodeGlobalId('OrderLine', orderCode),
  code: ({ orderCode }) => orderCode,
  voucherCode: ({ voucher }) => voucher ?? null,
}

/** Loads a line by id. The service returns it only to the customer of the order. */
export const orderLineNode: NodeType = {
  type: 'OrderLine',
  load: async (key, { viewer, orders }) => {
    const line = viewer && (await orders.findLine(key))
    return line?.orderCode === key ? line : null
  },
}
