import { UpstreamError } from '../../../errors/upstreamError.ts'
import { keyOf } from '../../../relay/globalId.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { refuseChanges } from '../../shared/customerRefusals.ts'
import { addressNotFound, refusedAddressChange } from '../refusals.ts'

/** Resolves `Mutation.deleteAddress`. */
export const deleteAddress: NonNullable<MutationResolvers['deleteAddress']> = async (_root, { input }, context) => {
  const refused = await refuseChanges(context)
  if (refused) return refused
  const id = keyOf('Address', input.addressId)
  if (id === null) return addressNotFound
  const { customers, loaders } = context
  const written = await customers.deleteAddress(id)
  loaders.forget()
  if (typeof written === 'string') return refusedAddressChange(written, context)
  return {
    __typename: 'DeleteAddressSuccess',
    deletedAddressId: input.addressId,
    canRestore: await customers.canRestoreAddresses().catch(falseIfUnknown),
  }
}

/**
 * False if the service failed to say whether the address can be restored. The address has been deleted, so this failure
 * must not look like a failed deletion.
 */
function falseIfUnknown(error: unknown): false {
  if (error instanceof UpstreamError) return false
  throw error
}
