import type { OrderLineResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the voucher of `OrderLine`. The vouchers of all lines of an operation are fetched together. */
export const OrderLine: Pick<OrderLineResolvers, 'voucher'> = {
  voucher: ({ voucher }, _args, { loaders }) => (voucher ? loaders.voucher.load(voucher) : null),
}
