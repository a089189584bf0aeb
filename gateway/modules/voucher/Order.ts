import type { OrderResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the vouchers of `Order`. */
export const Order: Pick<OrderResolvers, 'vouchers'> = {
  vouchers: async ({ products }, _args, { loaders }) => {
    const codes = [...new Set(products.flatMap(({ voucher }) => voucher ?? []))]
    const results = await Promise.allSettled(codes.map((code) => loaders.voucher.load(code)))
    const read = results.filter((result) => result.status === 'fulfilled')
    const failed = results.find((result) => result.status === 'rejected')
    if (failed && read.length === 0) throw failed.reason
    return read.flatMap(({ value }) => value ?? [])
  },
}
