import type { SetDefaultAddressSuccessResolvers } from '../../__generated__/resolvers.ts'

/**
 * Resolves the customer of `SetDefaultAddressSuccess`. Clients can read the whole address book there, because other
 * addresses may have changed, too.
 */
export const SetDefaultAddressSuccess: Pick<SetDefaultAddressSuccessResolvers, 'customer'> = {
  customer: (_result, _args, { loaders }) => loaders.customer(),
}
