import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { customerNotFound, refuseChanges, unexpected } from '../../shared/customerRefusals.ts'
import { checkVersion } from '../../shared/versions.ts'
import { businessAccountRequired, refusedBusinessChange } from '../refusals.ts'

/** Resolves `Mutation.testFtpIntegration`. */
export const testFtpIntegration: NonNullable<MutationResolvers['testFtpIntegration']> = async (
  _root,
  { input },
  context,
) => {
  const refused = await refuseChanges(context)
  if (refused) return refused
  if (!context.viewer?.isBusiness) return businessAccountRequired
  const { customers, loaders, now } = context
  const version = checkVersion(input.version)
  const customer = await loaders.customer()
  if (!customer) return customerNotFound
  if (!customer.callbackUrl) return callbackNotSet
  const tested = await customers.testCallback(version)
  loaders.forget()
  if (tested === null) return notOffered
  if (typeof tested === 'string') {
    if (tested === 'invalid' || tested === 'recentSignIn') throw unexpected(tested)
    return refusedBusinessChange(tested, context)
  }
  if ('retryAfter' in tested) {
    const retryAt = new Date(now() + tested.retryAfter * 1_000).toISOString()
    const message = 'The account has had all tests of this hour.'
    return { __typename: 'TooManyCallbackTests', code: 'TOO_MANY_CALLBACK_TESTS', message, retryAt }
  }
  return { __typename: 'TestFtpIntegrationSuccess', test: tested }
}

const callbackNotSet = {
  __typename: 'CallbackNotSet',
  code: 'CALLBACK_NOT_SET',
  message: 'There is no callback URL to test.',
} as const

const notOffered = {
  __typename: 'CallbackTestNotOffered',
  code: 'CALLBACK_TEST_NOT_OFFERED',
  message: 'The service cannot test the FTP integration.',
} as const
