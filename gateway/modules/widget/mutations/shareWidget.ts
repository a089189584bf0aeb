import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { shareMailOf } from '../shareMail.ts'
import { widgetIdIn } from '../owner.ts'
import {
  invalidRecipient,
  invalidShareMessage,
  senderNotConfirmed,
  tooManyMails,
  tooManyRecipients,
  resultOf,
  widgetBlocked,
  widgetNotFound,
  widgetNotReady,
} from '../refusals.ts'

const results = {
  notFound: widgetNotFound,
  blocked: widgetBlocked,
  notReady: widgetNotReady,
  invalidEmail: invalidRecipient,
  invalidName: invalidShareMessage('SENDER_NAME'),
  invalidMessage: invalidShareMessage('MESSAGE'),
  tooManyRecipients,
  emailUnconfirmed: senderNotConfirmed,
} as const

/** Resolves `Mutation.shareWidget`. */
export const shareWidget: NonNullable<MutationResolvers['shareWidget']> = async (_root, { input }, context) => {
  const widgetId = widgetIdIn(context, input.widgetId)
  if (widgetId === null) return widgetNotFound
  const shared = await context.widgets.share(widgetId, shareMailOf(input), input.recipientEmail)
  context.loaders.forget()
  if (!('refusal' in shared)) return { __typename: 'ShareWidgetSuccess', link: { ...shared, widgetId } }
  if (shared.refusal === 'tooManyMails') return tooManyMails(shared.retryAfter, context.now())
  return resultOf(results, shared)
}
