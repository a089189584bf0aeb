import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { linkOfId } from '../keys.ts'
import { canHaveWidgets } from '../owner.ts'
import { widgetLinkNotFound } from '../refusals.ts'

/** Resolves `Mutation.endWidgetLink`. */
export const endWidgetLink: NonNullable<MutationResolvers['endWidgetLink']> = async (_root, { input }, context) => {
  const link = canHaveWidgets(context) ? linkOfId(input.linkId) : null
  if (link === null) return widgetLinkNotFound
  const isEnded = await context.widgets.endLink(link.widgetId, link.linkId)
  context.loaders.forget()
  if (!isEnded) return widgetLinkNotFound
  return { __typename: 'EndWidgetLinkSuccess', endedLinkId: input.linkId, widgetId: link.widgetId }
}
