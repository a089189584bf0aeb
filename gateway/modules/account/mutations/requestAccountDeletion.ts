import { unauthenticated } from '../../../errors/codes.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { deletionRefused } from '../deletionRefusals.ts'

/** Resolves `Mutation.requestAccountDeletion`. */
export const requestAccountDeletion: NonNullable<MutationResolvers['requestAccountDeletion']> = async (
  _root,
  { input: { locale } },
  { viewer, identity, now },
) => {
  if (!viewer) throw unauthenticated()
  const refusal = await identity.requestDeletion(viewer, locale)
  if (refusal === null) return { __typename: 'RequestAccountDeletionSuccess', email: viewer.email }
  if (refusal.kind !== 'mailRefused') return deletionRefused(refusal, now())
  return { __typename: 'MailRefused', code: 'MAIL_REFUSED', message: 'The mail server does not accept the mail.' }
}
