import type { OrderLineResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the photos of `OrderLine`. Those of all lines of an operation are fetched together. */
export const OrderLine: Pick<OrderLineResolvers, 'photos'> = {
  photos: async ({ photoIds }, _args, { loaders }) => {
    const found = await Promise.all((photoIds ?? []).map((id) => loaders.photo.load(id)))
    return found.filter((photo) => photo !== null)
  },
}
