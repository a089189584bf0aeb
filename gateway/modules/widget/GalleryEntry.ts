import type { NodeType } from '../../context.ts'
import { instantOf } from '../../instants.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import { checkLocale } from '../shared/locale.ts'
import type { GalleryEntryResolvers } from '../../__generated__/resolvers.ts'
import { entryKey, entryOfKey } from './keys.ts'

/** Resolves the fields of `GalleryEntry`. */
export const GalleryEntry: GalleryEntryResolvers = {
  id: (entry) => encodeGlobalId('GalleryEntry', entryKey(entry)),
  widget: ({ widgetId }, _args, { loaders }) => loaders.widget.load(widgetId),
  categories: async ({ categoryIds }, { locale }, { gallery }) => {
    const categories = await gallery.listCategories(checkLocale(locale))
    return categories.filter(({ id }) => categoryIds.includes(id))
  },
  publishedAt: ({ published }) => instantOf(published) ?? published,
}

/** Loads an entry by id. The service returns it only to the owner of the book. */
export const galleryEntryNode: NodeType = {
  type: 'GalleryEntry',
  load(key, { viewer, loaders }) {
    const place = entryOfKey(key)
    return viewer && !viewer.isBusiness && place ? loaders.galleryEntry.load(place) : null
  },
}
