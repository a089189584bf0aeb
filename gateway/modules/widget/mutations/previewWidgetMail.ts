import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { shareMailOf } from '../shareMail.ts'
import { widgetIdIn } from '../owner.ts'
import { invalidShareMessage, resultOf, widgetBlocked, widgetNotFound, widgetNotReady } from '../refusals.ts'

const results = {
  notFound: widgetNotFound,
  blocked: widgetBlocked,
  notReady: widgetNotReady,
  invalidName: invalidShareMessage('SENDER_NAME'),
  invalidMessage: invalidShareMessage('MESSAGE'),
} as const

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
  return resultOf(results, mail)
}
