import type { GatewayContext } from '../../context.ts'
import { unauthenticated } from '../../errors/codes.ts'
import { UpstreamError } from '../../errors/upstreamError.ts'
import type { CustomerRefusal } from '../../upstream/customers/customersClient.ts'

/** The result when the account is deleted or marked for deletion. */
export const customerNotFound = {
  __typename: 'CustomerNotFound',
  code: 'NOT_FOUND',
  message: 'The account is deleted, or marked for deletion.',
} as const

/** The result when the business account is blocked. */
export const businessAccountBlocked = {
  __typename: 'BusinessAccountBlocked',
  code: 'BUSINESS_ACCOUNT_BLOCKED',
  message: 'The business account is blocked. Its customer cannot change anything.',
} as const

/**
 * Checks that the viewer may change the profile and the address book. A blocked business account may change neither.
 * Our own service checks this, too, but a retailer's own service may not check it.
 * @returns null if the viewer may change them, otherwise the result
 * @throws UNAUTHENTICATED without a viewer
 */
export async function refuseChanges({
  viewer,
  loaders,
}: GatewayContext): Promise<typeof customerNotFound | typeof businessAccountBlocked | null> {
  if (!viewer) throw unauthenticated()
  // A private account cannot be blocked, so its profile need not be read.
  if (!viewer.isBusiness) return null
  const customer = await loaders.customer()
  if (!customer) return customerNotFound
  return customer.businessAccountStatus?.toLowerCase() === 'blocked' ? businessAccountBlocked : null
}

/** The error for a refusal whose reason does not fit the call. */
export function unexpected(refusal: CustomerRefusal): UpstreamError {
  const detail = `the service refused a change with a reason that it cannot have: ${refusal}`
  return new UpstreamError({ code: 'UPSTREAM_INVALID_RESPONSE', upstream: 'customers', detail })
}
