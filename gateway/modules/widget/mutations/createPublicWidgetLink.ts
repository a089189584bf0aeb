import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { widgetIdIn } from '../owner.ts'
import { unexpected, widgetBlocked, widgetNotFound, widgetNotReady } from '../refusals.ts'

/** Resolves `Mutation.createPublicWidgetLink`. */
export const createPublicWidgetLink: NonNullable<MutationResolvers['createPublicWidgetLink']> = async (
  _root,
  { input },
  context,
) => {
  const widgetId = widgetIdIn(context, input.widgetId)
  if (widgetId === null) return widgetNotFound
  const created = await context.widgets.createPublicLink(widgetId)
  context.loaders.forget()
  if (!('refusal' in created)) return { __typename: 'CreatePublicWidgetLinkSuccess', link: { ...created, widgetId } }
  if (created.refusal === 'notFound') return widgetNotFound
  if (created.refusal === 'blocked') return widgetBlocked
  if (created.refusal === 'notReady') return widgetNotReady
  throw unexpected(created)
}
