import { badInput, unauthenticated } from '../../../errors/codes.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { noNewsletter } from '../noNewsletter.ts'
import { checkLocale } from '../../shared/locale.ts'

/** Resolves `Mutation.subscribeToNewsletter`. */
export const subscribeToNewsletter: NonNullable<MutationResolvers['subscribeToNewsletter']> = async (
  _root,
  { input: { locale, textVersion } },
  { viewer, mailing },
) => {
  if (!viewer) throw unauthenticated()
  if (!/^[\w.-]{1,20}$/.test(textVersion))
    throw badInput('"textVersion" must have 1 to 20 letters, digits, ".", "-" or "_".')
  const requested = await mailing.subscribe({ locale: checkLocale(locale), textVersion })
  switch (requested?.outcome) {
    case undefined:
      throw noNewsletter()
    case 'accepted':
      return { __typename: 'SubscribeToNewsletterSuccess', viewer }
    case 'capped':
      return {
        __typename: 'MailLimitReached',
        code: 'MAIL_LIMIT_REACHED',
        message: 'The address has reached the daily limit of mails with a link.',
        retryAt: requested.retryAt,
      }
    case 'unconfirmed':
      return {
        __typename: 'EmailUnconfirmed',
        code: 'EMAIL_UNCONFIRMED',
        message: 'The address of the account is not confirmed yet.',
      }
  }
}
