import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { widgetIdIn } from '../owner.ts'
import { widgetNotFound } from '../refusals.ts'

/** Resolves `Mutation.deleteWidget`. */
export const deleteWidget: NonNullable<MutationResolvers['deleteWidget']> = async (_root, { input }, context) => {
  const widgetId = widgetIdIn(context, input.widgetId)
  if (widgetId === null) return widgetNotFound
  const isDeleted = await context.widgets.delete(widgetId)
  context.loaders.forget()
  return isDeleted ? { __typename: 'DeleteWidgetSuccess', widgetId } : widgetNotFound
}
