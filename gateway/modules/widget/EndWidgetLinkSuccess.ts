import type { EndWidgetLinkSuccessResolvers } from '../../__generated__/resolvers.ts'

/** Resolves `EndWidgetLinkSuccess.widget`, the book of the link. The link has ended even if reading the book fails. */
export const EndWidgetLinkSuccess: EndWidgetLinkSuccessResolvers = {
  widget: ({ widgetId }, _args, { loaders }) => loaders.widget.load(widgetId),
}
