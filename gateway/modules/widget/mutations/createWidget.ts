import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { canHaveWidgets } from '../owner.ts'
import { unexpected, widgetBlocked, widgetNotFound } from '../refusals.ts'

/** Resolves `Mutation.createWidget`. */
export const createWidget: NonNullable<MutationResolvers['createWidget']> = async (_root, { input }, context) => {
  if (!canHaveWidgets(context)) return widgetNotFound
  const created = await context.widgets.create(input.productCode)
  context.loaders.forget()
  if (!('refusal' in created)) return { __typename: 'CreateWidgetSuccess', widget: created }
  if (created.refusal === 'notFound') return widgetNotFound
  if (created.refusal === 'blocked') return widgetBlocked
  throw unexpected(created)
}
