import { encodeGlobalId } from '../../relay/globalId.ts'
import type { DeleteGalleryEntrySuccessResolvers } from '../../__generated__/resolvers.ts'
import { entryKey } from './keys.ts'

/** Resolves the fields of `DeleteGalleryEntrySuccess`. The entry is removed even if reading its book fails. */
export const DeleteGalleryEntrySuccess: DeleteGalleryEntrySuccessResolvers = {
  deletedGalleryEntryId: ({ place }) => encodeGlobalId('GalleryEntry', entryKey(place)),
  widget: ({ place: { widgetId } }, _args, { loaders }) => loaders.widget.load(widgetId),
}
