import { unauthenticated } from '../../../errors/codes.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { mailedLinkRefused } from '../../shared/mailedLinkRefused.ts'
import { changeRefused } from '../refusals.ts'

/** Resolves `Mutation.confirmEmailChange`. */
export const confirmEmailChange: NonNullable<MutationResolvers['confirmEmailChange']> = async (
  _root,
  { input: { token, locale } },
  { viewer, identity, now },
) => {
  if (!viewer) throw unauthenticated()
  const refusal = await identity.confirmEmailChange(viewer, token, locale)
  if (refusal === null) return { __typename: 'ConfirmEmailChangeSuccess', isSignedOut: true }
  if (refusal.kind !== 'link') return changeRefused(refusal, now())
  return mailedLinkRefused(refusal.problem)
}
