import type { ShareWidgetSuccessResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the book of `ShareWidgetSuccess`. The link exists even if the book cannot be read. */
export const ShareWidgetSuccess: ShareWidgetSuccessResolvers = {
  widget: ({ link: { widgetId } }, _args, { loaders }) => loaders.widget.load(widgetId),
}
