import type { AddAddressSuccessResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the customer of `AddAddressSuccess`: other addresses of the customer may have changed. */
export const AddAddressSuccess: Pick<AddAddressSuccessResolvers, 'customer'> = {
  customer: (_result, _args, { loaders }) => loaders.customer(),
}
