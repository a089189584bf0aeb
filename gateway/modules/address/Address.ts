import type { NodeType } from '../../context.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import type { AddressResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `Address`. A retailer's own service may have no default address. */
export const Address: AddressResolvers = {
  id: ({ id }) => encodeGlobalId('Address', id),
  isDefault: ({ isDefault }) => isDefault ?? false,
  version: ({ version }) => version ?? null,
  postal: (address) => address,
}

/** Loads an address of the viewer's own address book. */
export const addressNode: NodeType = {
  type: 'Address',
  load: async (key, { viewer, loaders }) =>
    (viewer && (await loaders.addresses())?.items.find(({ id }) => id === key)) ?? null,
}
