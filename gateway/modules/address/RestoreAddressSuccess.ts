import type { RestoreAddressSuccessResolvers } from '../../__generated__/resolvers.ts'

/**
 * Resolves the customer of `RestoreAddressSuccess`. Clients can read the whole address book there, because other
 * addresses may have changed, too.
 */
export const RestoreAddressSuccess: Pick<RestoreAddressSuccessResolvers, 'customer'> = {
  customer: (_result, _args, { loaders }) => loaders.customer(),
}
