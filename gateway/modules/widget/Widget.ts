import type { NodeType } from '../../context.ts'
import { instantOf } from '../../instants.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import type { WidgetResolvers, WidgetState } from '../../__generated__/resolvers.ts'
import { embedCodeOf } from './embedCode.ts'
import { unknownName } from './unknownName.ts'

const states = new Map<string, WidgetState>([
  ['preparing', 'PREPARING'],
  ['ready', 'READY'],
  ['failed', 'FAILED'],
  ['blocked', 'BLOCKED'],
  ['deleted', 'DELETED'],
])

/** Resolves the fields of `Widget`. */
export const Widget: WidgetResolvers = {
  id: ({ widgetId }) => encodeGlobalId('Widget', widgetId),
  productCode: ({ widgetId }) => widgetId,
  order: ({ orderCode }, _args, { loaders }) => loaders.order.load(orderCode),
  state: ({ state }) => states.get(state) ?? unknownName('a state of a book'),
  pageCount: ({ pagesCount }) => pagesCount,
  missingPageCount: ({ missingPagesCount }) => missingPagesCount,
  createdAt: ({ created }) => instantOf(created) ?? created,
  restorableUntil: ({ restorableUntil }) => instantOf(restorableUntil),
  embedCode: ({ publicUrl, title }) => (publicUrl ? embedCodeOf(publicUrl, title) : null),
  recipientCount: ({ recipientsCount }) => recipientsCount,
  viewCount: ({ viewsCount }) => viewsCount,
  links: async ({ widgetId }, _args, { widgets }) =>
    (await widgets.findLinks(widgetId))?.map((link) => ({ ...link, widgetId })) ?? null,
  galleryEntry: ({ widgetId }, { channel }, { loaders }) => loaders.galleryEntry.load({ widgetId, channel }),
}

/** Loads a book by id. The service returns it only to its owner. */
export const widgetNode: NodeType = {
  type: 'Widget',
  load: (key, { viewer, loaders }) => (viewer?.isBusiness === false ? loaders.widget.load(key) : null),
}
