import type { OrderLineResolvers } from '../../__generated__/resolvers.ts'

/** A retailer's own service may send the ids of all photos of a line. */
const maximumPhotos = 4

/** Resolves the photos of `OrderLine`. Those of all lines of an operation are fetched together. */
export const OrderLine: Pick<OrderLineResolvers, 'photos'> = {
  photos: async ({ photoIds }, _args, { loaders }) => {
    const found = await Promise.all((photoIds ?? []).slice(0, maximumPhotos).map((id) => loaders.photo.load(id)))
    return found.filter((photo) => photo !== null)
  },
}
