import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { refuseChanges, unexpected } from '../../shared/customerRefusals.ts'
import { changeDetails } from '../changeDetails.ts'
import { invalidDetails, refusedChange } from '../refusals.ts'

/** Resolves `Mutation.updatePersonalDetails`. */
export const updatePersonalDetails: NonNullable<MutationResolvers['updatePersonalDetails']> = async (
  _root,
  { input },
  context,
) => {
  const refused = await refuseChanges(context)
  if (refused) return refused
  const { version, firstName, lastName, phone, dateOfBirth, locale } = input
  const changed = await changeDetails({ version, firstName, lastName, phone, dateOfBirth, locale }, context)
  if ('customer' in changed) return { __typename: 'UpdatePersonalDetailsSuccess', customer: changed.customer }
  if ('problems' in changed) return invalidDetails(changed.problems)
  const { refusal } = changed
  if (refusal === 'businessOnly' || refusal === 'recentSignIn') throw unexpected(refusal)
  return refusedChange(refusal, context)
}
