import { keyOf } from '../../../relay/globalId.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { refuseChanges } from '../../shared/customerRefusals.ts'
import { addressNotFound, refusedAddressChange } from '../refusals.ts'

/** Resolves `Mutation.setDefaultAddress`. */
export const setDefaultAddress: NonNullable<MutationResolvers['setDefaultAddress']> = async (
  _root,
  { input },
  context,
) => {
  const refused = await refuseChanges(context)
  if (refused) return refused
  const id = keyOf('Address', input.addressId)
  if (id === null) return addressNotFound
  const { customers, loaders } = context
  const find = async () => (await loaders.addresses())?.items.find((one) => one.id === id)
  const current = await find()
  if (!current) return refusedAddressChange('notFound', context)
  const written = await customers.setDefaultAddress(current)
  loaders.forget()
  if (typeof written === 'string') return refusedAddressChange(written, context)
  const address = await find()
  if (!address) return refusedAddressChange('notFound', context)
  return { __typename: 'SetDefaultAddressSuccess', address }
}
