import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { refuseChanges, unexpected } from '../../shared/customerRefusals.ts'
import { changeDetails } from '../changeDetails.ts'
import { businessAccountRequired, invalidDetails, refusedBusinessChange } from '../refusals.ts'

/** Resolves `Mutation.updateBusinessDetails`. */
export const updateBusinessDetails: NonNullable<MutationResolvers['updateBusinessDetails']> = async (
  _root,
  { input },
  context,
) => {
  const refused = await refuseChanges(context)
  if (refused) return refused
  if (!context.viewer?.isBusiness) return businessAccountRequired
  const { version, company, vatId, registrationNumber } = input
  const changed = await changeDetails({ version, company, vatId, registrationNumber }, context)
  if ('customer' in changed) return { __typename: 'UpdateBusinessDetailsSuccess', customer: changed.customer }
  if ('problems' in changed) return invalidDetails(changed.problems)
  if (changed.refusal === 'recentSignIn') throw unexpected(changed.refusal)
  return refusedBusinessChange(changed.refusal, context)
}
