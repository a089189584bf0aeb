import type { OrderResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the vouchers of `Order`. */
export const Order: Pick<OrderResolvers, 'vouchers'> = {
  vouchers: async ({ products }, _args, { loaders }) => {
    const codes = [...new Set(products.flatMap(({ voucher }) => voucher ?? []))]
    const found = await Promise.all(codes.map((code) => loaders.voucher.load(code)))
    return found.filter((voucher) => voucher !== null)
  },
}
