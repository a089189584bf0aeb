import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { unauthenticated } from '../../../errors/codes.ts'

/** Resolves `Mutation.sendConfirmationMail`. */
export const sendConfirmationMail: NonNullable<MutationResolvers['sendConfirmationMail']> = async (
  _root,
  { input: { locale } },
  { viewer, identity },
) => {
  if (!viewer) throw unauthenticated()
  const sent = await identity.sendConfirmationMail(locale)
  switch (sent.outcome) {
    case 'sent':
      return { __typename: 'SendConfirmationMailSuccess', email: viewer.email }
    case 'capped':
      return {
        __typename: 'MailLimitReached',
        code: 'MAIL_LIMIT_REACHED',
        message: 'The account has reached the daily limit of mails of this kind.',
        retryAt: sent.retryAt,
      }
    case 'refused':
      return { __typename: 'MailRefused', code: 'MAIL_REFUSED', message: 'The mail server does not accept the mail.' }
    case 'confirmed':
      return { __typename: 'EmailConfirmed', code: 'EMAIL_CONFIRMED', message: 'The address needs no confirmation.' }
  }
}
