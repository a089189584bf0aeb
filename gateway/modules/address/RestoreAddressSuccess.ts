import type { RestoreAddressSuccessResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the customer of `RestoreAddressSuccess`, whose other addresses may have changed. */
export const RestoreAddressSuccess: Pick<RestoreAddressSuccessResolvers, 'customer'> = {
  customer: (_result, _args, { loaders }) => loaders.customer(),
}
