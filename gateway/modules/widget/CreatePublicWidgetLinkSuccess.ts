import type { CreatePublicWidgetLinkSuccessResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the book of `CreatePublicWidgetLinkSuccess`. The link exists even if reading the book fails. */
export const CreatePublicWidgetLinkSuccess: CreatePublicWidgetLinkSuccessResolvers = {
  widget: ({ link: { widgetId } }, _args, { loaders }) => loaders.widget.load(widgetId),
}
