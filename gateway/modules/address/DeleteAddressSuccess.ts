import type { DeleteAddressSuccessResolvers } from '../../__generated__/resolvers.ts'

/**
 * Resolves the customer of `DeleteAddressSuccess`. Clients can read the whole address book there, because other
 * addresses may have changed, too.
 */
export const DeleteAddressSuccess: Pick<DeleteAddressSuccessResolvers, 'customer'> = {
  customer: (_result, _args, { loaders }) => loaders.customer(),
}
