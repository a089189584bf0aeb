import { firstPhotos } from '../shared/firstPhotos.ts'
import type { OrderLineResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the photos of `OrderLine`. */
export const OrderLine: Pick<OrderLineResolvers, 'photos'> = {
  photos: ({ photoIds }, _args, { loaders }) => firstPhotos(photoIds, loaders),
}
