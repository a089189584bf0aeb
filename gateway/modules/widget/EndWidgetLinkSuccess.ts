import type { EndWidgetLinkSuccessResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the book of `EndWidgetLinkSuccess`. The link has ended even if the book cannot be read. */
export const EndWidgetLinkSuccess: EndWidgetLinkSuccessResolvers = {
  widget: ({ widgetId }, _args, { loaders }) => loaders.widget.load(widgetId),
}
