import type { EndWidgetLinkSuccessResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the book of `EndWidgetLinkSuccess`. The link has ended even if reading the book fails. */
export const EndWidgetLinkSuccess: EndWidgetLinkSuccessResolvers = {
  widget: ({ widgetId }, _args, { loaders }) => loaders.widget.load(widgetId),
}
