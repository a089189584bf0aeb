import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { shareMailOf } from '../shareMail.ts'
import { widgetIdIn } from '../owner.ts'
import {
  invalidRecipient,
  invalidShareMessage,
  senderNotConfirmed,
  tooManyMails,
  tooManyRecipients,
  unexpected,
  unknownChannel,
  widgetBlocked,
  widgetNotFound,
  widgetNotReady,
} from '../refusals.ts'

/** Resolves `Mutation.shareWidget`. */
export const shareWidget: NonNullable<MutationResolvers['shareWidget']> = async (_root, { input }, context) => {
  const widgetId = widgetIdIn(context, input.widgetId)
  if (widgetId === null) return widgetNotFound
  const shared = await context.widgets.share(widgetId, shareMailOf(input), input.recipientEmail)
  context.loaders.forget()
  if (!('refusal' in shared)) return { __typename: 'ShareWidgetSuccess', link: { ...shared, widgetId } }
  switch (shared.refusal) {
    case 'notFound':
      return widgetNotFound
    case 'blocked':
      return widgetBlocked
    case 'notReady':
      return widgetNotReady
    case 'invalidEmail':
      return invalidRecipient
    case 'invalidName':
      return invalidShareMessage('SENDER_NAME')
    case 'invalidMessage':
      return invalidShareMessage('MESSAGE')
    case 'tooManyRecipients':
      return tooManyRecipients
    case 'tooManyMails':
      return tooManyMails(shared.retryAfter, context.now())
    case 'emailUnconfirmed':
      return senderNotConfirmed
    case 'unknownVendor':
      throw unknownChannel()
    default:
      throw unexpected(shared)
  }
}
