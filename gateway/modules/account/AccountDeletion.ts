import type { AccountDeletionResolvers } from '../../__generated__/resolvers.ts'
import type { WireOrder } from '../../upstream/orders/wire.ts'

/** Resolves the fields of `AccountDeletion`. */
export const AccountDeletion: AccountDeletionResolvers = {
  photosCount: async (_deletion, _args, { loaders }) => (await loaders.countAll()).photosCount,
  albumsCount: async (_deletion, _args, { loaders }) => (await loaders.countAll()).albumsCount,
  sharedAlbumsCount: (_deletion, _args, { albums }) => albums.countSharedAlbums(),
  projectsCount: async (_deletion, _args, { projects }) => (await projects.list('saved', null, 1)).total,
  openOrdersCount: async (_deletion, _args, { orders }) => (await orders.listNewest()).filter(isOpen).length,
  keptInvoices: (_deletion, _args, { invoices }) => invoices.findKept(),
}

/** True for an order that is paid and not dispatched. */
function isOpen({ status, payment }: WireOrder): boolean {
  const isPaid = payment === 'paymentSuccess' || payment === 'paymentFree'
  return isPaid && status !== 'Dispatched' && status !== 'Cancelled'
}
