import { bookedAddressProblems } from '../../../../schema/rules/addressForms.ts'
import { phoneNumberOf } from '../../../../schema/rules/phoneNumbers.ts'
import { cleanAddress } from '../../../../schema/rules/postalAddress.ts'
import { keyOf } from '../../../relay/globalId.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { refuseChanges } from '../../shared/customerRefusals.ts'
import { invalidAddress } from '../../shared/orderRefusals.ts'
import { checkVersion } from '../../shared/versions.ts'
import { addressNotFound, refusedAddressChange } from '../refusals.ts'

/** Resolves `Mutation.changeAddress`. */
export const changeAddress: NonNullable<MutationResolvers['changeAddress']> = async (_root, { input }, context) => {
  const refused = await refuseChanges(context)
  if (refused) return refused
  const version = checkVersion(input.version)
  const problems = bookedAddressProblems(input.address, phoneNumberOf)
  if (problems.length > 0) return invalidAddress([...problems])
  const id = keyOf('Address', input.addressId)
  if (id === null) return addressNotFound
  const { customers, loaders } = context
  const written = await customers.changeAddress(id, cleanAddress(input.address), version)
  loaders.forget()
  if (written === 'invalid') return invalidAddress([])
  if (typeof written === 'string' && written !== 'changedMeanwhile') return refusedAddressChange(written, context)
  const address = (await loaders.addresses())?.items.find((one) => one.id === id)
  if (!address) return refusedAddressChange('notFound', context)
  if (written !== 'changedMeanwhile') return { __typename: 'ChangeAddressSuccess', address }
  const message = 'The address has changed since it was read. Show the address as it is now.'
  return { __typename: 'AddressChangedMeanwhile', code: 'ADDRESS_CHANGED', message, address }
}
