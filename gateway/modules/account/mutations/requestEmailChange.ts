import { isEmailAddress } from '../../../../schema/rules/emailAddress.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { changeRefused, invalidEmail } from '../refusals.ts'

/** Resolves `Mutation.requestEmailChange`. */
export const requestEmailChange: NonNullable<MutationResolvers['requestEmailChange']> = async (
  _root,
  { input },
  { viewer, identity, now },
) => {
  if (!viewer) throw unauthenticated()
  const email = input.email.trim().normalize('NFKC')
  if (!isEmailAddress(email)) return invalidEmail('NOT_VALID')
  const refusal = await identity.requestEmailChange(viewer, email, input.locale)
  if (refusal === null) return { __typename: 'RequestEmailChangeSuccess', email }
  switch (refusal.kind) {
    case 'invalid':
      return invalidEmail('NOT_VALID')
    case 'unchanged':
      return invalidEmail('UNCHANGED')
    case 'mailRefused':
      return { __typename: 'MailRefused', code: 'MAIL_REFUSED', message: 'The mail server does not accept the mail.' }
    case 'inUse':
    case 'signInAgain':
    case 'tooMany':
      return changeRefused(refusal, now())
  }
}
