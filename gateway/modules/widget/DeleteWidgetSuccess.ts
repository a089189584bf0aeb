import { encodeGlobalId } from '../../relay/globalId.ts'
import type { DeleteWidgetSuccessResolvers } from '../../__generated__/resolvers.ts'

/**
 * Resolves the fields of `DeleteWidgetSuccess`. The book is read only if a field needs it; it is deleted even if that
 * read fails.
 */
export const DeleteWidgetSuccess: DeleteWidgetSuccessResolvers = {
  deletedWidgetId: ({ widgetId }) => encodeGlobalId('Widget', widgetId),
  widget: ({ widgetId }, _args, { loaders }) => loaders.widget.load(widgetId),
}
