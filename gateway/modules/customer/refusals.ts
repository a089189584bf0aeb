import type { CustomerField, CustomerFieldProblem } from '../../../schema/rules/customerDetails.ts'
import type { GatewayContext } from '../../context.ts'
import { recentSignInRequired } from '../../errors/recentSignIn.ts'
import type { CustomerRefusal } from '../../upstream/customers/customersClient.ts'
import type { CustomerFieldName } from '../../__generated__/resolvers.ts'
import { businessAccountBlocked, customerNotFound, unexpected } from '../shared/customerRefusals.ts'

/** The result when the viewer has no business account. */
export const businessAccountRequired = {
  __typename: 'BusinessAccountRequired',
  code: 'BUSINESS_ACCOUNT_REQUIRED',
  message: 'Only business accounts can do this.',
} as const

const fieldNames: Readonly<Record<CustomerField, CustomerFieldName>> = {
  firstName: 'FIRST_NAME',
  lastName: 'LAST_NAME',
  phone: 'PHONE',
  dateOfBirth: 'DATE_OF_BIRTH',
  locale: 'LOCALE',
  company: 'COMPANY',
  vatId: 'VAT_ID',
  registrationNumber: 'REGISTRATION_NUMBER',
}

/** The result when some details are not allowed. @param problems empty when only the service knows them */
export function invalidDetails(problems: readonly CustomerFieldProblem[]) {
  return {
    __typename: 'InvalidCustomerDetails',
    code: 'INVALID_DETAILS',
    message: 'Some fields of the profile are not allowed.',
    fields: problems.map(({ field, problem }) => ({ field: fieldNames[field], problem })),
  } as const
}

/**
 * The result when the service has refused a change for a reason that every change of a profile can have.
 * @throws UpstreamError for a reason that does not fit a change of a profile
 */
export async function refusedChange(
  refusal: Exclude<CustomerRefusal, 'invalid' | 'businessOnly' | 'recentSignIn'>,
  { loaders }: GatewayContext,
) {
  if (refusal === 'blocked') return businessAccountBlocked
  if (refusal === 'tooMany') throw unexpected(refusal)
  const customer = refusal === 'notFound' ? null : await loaders.customer()
  if (!customer) return customerNotFound
  const message = 'The profile has changed since it was read. Show the profile as it is now.'
  return { __typename: 'CustomerChangedMeanwhile', code: 'CUSTOMER_CHANGED', message, customer } as const
}

/** Like `refusedChange`, for a change that only business accounts can make. */
export async function refusedBusinessChange(
  refusal: Exclude<CustomerRefusal, 'invalid' | 'recentSignIn'>,
  context: GatewayContext,
) {
  return refusal === 'businessOnly' ? businessAccountRequired : refusedChange(refusal, context)
}

/** Like `refusedBusinessChange`, for a change that also requires a recent sign-in. */
export async function refusedSensitiveChange(refusal: Exclude<CustomerRefusal, 'invalid'>, context: GatewayContext) {
  return refusal === 'recentSignIn' ? recentSignInRequired : refusedBusinessChange(refusal, context)
}
