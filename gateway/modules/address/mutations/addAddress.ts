import { bookedAddressProblems } from '../../../../schema/rules/addressForms.ts'
import { phoneNumberOf } from '../../../../schema/rules/phoneNumbers.ts'
import { addressFields, type CleanAddress, cleanAddress } from '../../../../schema/rules/postalAddress.ts'
import type { GatewayContext } from '../../../context.ts'
import { badInput } from '../../../errors/codes.ts'
import { UpstreamError } from '../../../errors/upstreamError.ts'
import type { CustomerRefusal } from '../../../upstream/customers/customersClient.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { businessAccountBlocked, customerNotFound, refuseChanges, unexpected } from '../../shared/customerRefusals.ts'
import { invalidAddress } from '../../shared/orderRefusals.ts'
import type { AddressModel } from '../models.ts'
import { tooManyAddresses } from '../refusals.ts'

const requestIdPattern = /^[\x21-\x7e]{1,80}$/

/** Resolves `Mutation.addAddress`. */
export const addAddress: NonNullable<MutationResolvers['addAddress']> = async (_root, { input }, context) => {
  const refused = await refuseChanges(context)
  if (refused) return refused
  const requestId = checkRequestId(input.requestId)
  const problems = bookedAddressProblems(input.address, phoneNumberOf)
  if (problems.length > 0) return invalidAddress([...problems])
  const address = cleanAddress(input.address)
  const { customers, loaders } = context
  const written = await customers.addAddress(address, input.isDefault ?? false, requestId)
  loaders.forget()
  if (typeof written === 'string') return refusedResult(written, context)
  const items = (await loaders.addresses())?.items ?? []
  const added = items.find((one) => (written.id === null ? hasFields(one, address) : one.id === written.id))
  if (added) return { __typename: 'AddAddressSuccess', address: added }
  const detail = 'the added address is not in the address book'
  throw new UpstreamError({ code: 'UPSTREAM_INVALID_RESPONSE', upstream: 'customers', detail })
}

function checkRequestId(requestId: string | null | undefined): string | null {
  if (requestId === null || requestId === undefined) return null
  if (requestIdPattern.test(requestId)) return requestId
  throw badInput('"requestId" must have 1 to 80 visible ASCII characters.')
}

/** @throws UpstreamError for a reason that does not fit this call */
async function refusedResult(refusal: CustomerRefusal, context: GatewayContext) {
  if (refusal === 'invalid') return invalidAddress([])
  if (refusal === 'tooMany') return tooManyAddresses(context)
  if (refusal === 'notFound') return customerNotFound
  if (refusal === 'blocked') return businessAccountBlocked
  throw unexpected(refusal)
}

function hasFields(one: AddressModel, address: CleanAddress): boolean {
  return addressFields.every((field) => (one[field] ?? null) === address[field])
}
