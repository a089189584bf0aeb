import type { DeleteAddressSuccessResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the customer of `DeleteAddressSuccess`: other addresses of the customer may have changed. */
export const DeleteAddressSuccess: Pick<DeleteAddressSuccessResolvers, 'customer'> = {
  customer: (_result, _args, { loaders }) => loaders.customer(),
}
