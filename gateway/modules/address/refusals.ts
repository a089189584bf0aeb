import type { GatewayContext } from '../../context.ts'
import type { CustomerRefusal } from '../../upstream/customers/customersClient.ts'
import { businessAccountBlocked, customerNotFound, unexpected } from '../shared/customerRefusals.ts'

/** The result when the address does not exist, or does not belong to the viewer. */
export const addressNotFound = {
  __typename: 'AddressNotFound',
  code: 'NOT_FOUND',
  message: 'There is no such address, or it is not yours.',
} as const

/** The result when the address book is full. */
export async function tooManyAddresses({ loaders }: GatewayContext) {
  const limit = (await loaders.addresses())?.limit ?? null
  const message = 'The address book has the maximum number of addresses.'
  return { __typename: 'TooManyAddresses', code: 'TOO_MANY_ADDRESSES', message, limit } as const
}

/**
 * The result when the service has refused a change of an address that existed when the client read it. A 404 can also
 * mean that the account is deleted.
 * @throws UpstreamError for a reason that does not fit a change of an address
 */
export async function refusedAddressChange(refusal: CustomerRefusal, { loaders }: GatewayContext) {
  if (refusal === 'blocked') return businessAccountBlocked
  if (refusal === 'notFound') return (await loaders.addresses()) ? addressNotFound : customerNotFound
  throw unexpected(refusal)
}
