import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { shareMailOf } from '../shareMail.ts'
import { widgetIdIn } from '../owner.ts'
import {
  invalidShareMessage,
  unexpected,
  unknownChannel,
  widgetBlocked,
  widgetNotFound,
  widgetNotReady,
} from '../refusals.ts'

/** Resolves `Mutation.previewWidgetMail`. */
export const previewWidgetMail: NonNullable<MutationResolvers['previewWidgetMail']> = async (
  _root,
  { input },
  context,
) => {
  const widgetId = widgetIdIn(context, input.widgetId)
  if (widgetId === null) return widgetNotFound
  const mail = await context.widgets.previewMail(widgetId, shareMailOf(input))
  if (!('refusal' in mail)) return { __typename: 'PreviewWidgetMailSuccess', ...mail }
  switch (mail.refusal) {
    case 'notFound':
      return widgetNotFound
    case 'blocked':
      return widgetBlocked
    case 'notReady':
      return widgetNotReady
    case 'invalidName':
      return invalidShareMessage('SENDER_NAME')
    case 'invalidMessage':
      return invalidShareMessage('MESSAGE')
    case 'unknownVendor':
      throw unknownChannel()
    default:
      throw unexpected(mail)
  }
}
