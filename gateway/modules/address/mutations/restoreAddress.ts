import { keyOf } from '../../../relay/globalId.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { refuseChanges } from '../../shared/customerRefusals.ts'
import { addressNotFound, refusedAddressChange, tooManyAddresses } from '../refusals.ts'

/** Resolves `Mutation.restoreAddress`. */
export const restoreAddress: NonNullable<MutationResolvers['restoreAddress']> = async (_root, { input }, context) => {
  const refused = await refuseChanges(context)
  if (refused) return refused
  const id = keyOf('Address', input.addressId)
  if (id === null) return addressNotFound
  const { customers, loaders } = context
  const written = await customers.restoreAddress(id)
  loaders.forget()
  if (written === 'tooMany') return tooManyAddresses(context)
  if (typeof written === 'string') return refusedAddressChange(written, context)
  const address = (await loaders.addresses())?.items.find((one) => one.id === id)
  if (!address) return refusedAddressChange('notFound', context)
  return { __typename: 'RestoreAddressSuccess', address }
}
