import type { ShareWidgetSuccessResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the book of `ShareWidgetSuccess`. The link exists even if reading the book fails. */
export const ShareWidgetSuccess: ShareWidgetSuccessResolvers = {
  widget: ({ link: { widgetId } }, _args, { loaders }) => loaders.widget.load(widgetId),
}
