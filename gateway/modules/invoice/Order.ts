import type { OrderResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the invoices of `Order`. The invoices of all orders of an operation are fetched together. */
export const Order: Pick<OrderResolvers, 'invoices'> = {
  invoices: ({ orderCode }, _args, { viewer, loaders }) =>
    viewer?.isBusiness ? loaders.invoicesOfOrder.load(orderCode) : null,
}
