import { unauthenticated } from '../../../errors/codes.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { mailedLinkRefused } from '../../shared/mailedLinkRefused.ts'
import { deletionRefused } from '../deletionRefusals.ts'

/** Resolves `Mutation.confirmAccountDeletion`. */
export const confirmAccountDeletion: NonNullable<MutationResolvers['confirmAccountDeletion']> = async (
  _root,
  { input: { token, locale } },
  { viewer, identity, now },
) => {
  if (!viewer) throw unauthenticated()
  const outcome = await identity.confirmDeletion(viewer, token, locale)
  if (outcome.kind === 'confirmed') {
    return { __typename: 'ConfirmAccountDeletionSuccess', deletesAt: outcome.deletesAt }
  }
  if (outcome.kind !== 'link') return deletionRefused(outcome, now())
  return mailedLinkRefused(outcome.problem)
}
