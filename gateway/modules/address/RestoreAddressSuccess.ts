import type { RestoreAddressSuccessResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the customer of `RestoreAddressSuccess`: other addresses of the customer may have changed. */
export const RestoreAddressSuccess: Pick<RestoreAddressSuccessResolvers, 'customer'> = {
  customer: (_result, _args, { loaders }) => loaders.customer(),
}
