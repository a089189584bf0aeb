import type { SetDefaultAddressSuccessResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the customer of `SetDefaultAddressSuccess`: other addresses of the customer may have changed. */
export const SetDefaultAddressSuccess: Pick<SetDefaultAddressSuccessResolvers, 'customer'> = {
  customer: (_result, _args, { loaders }) => loaders.customer(),
}
