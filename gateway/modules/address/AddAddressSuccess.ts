import type { AddAddressSuccessResolvers } from '../../__generated__/resolvers.ts'

/**
 * Resolves the customer of `AddAddressSuccess`. Clients can read the whole address book there, because other addresses
 * may have changed, too.
 */
export const AddAddressSuccess: Pick<AddAddressSuccessResolvers, 'customer'> = {
  customer: (_result, _args, { loaders }) => loaders.customer(),
}
