import type { GalleryEntryChangedResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the entry of `GalleryEntryChanged`. */
export const GalleryEntryChanged: GalleryEntryChangedResolvers = {
  galleryEntry: ({ place }, _args, { loaders }) => loaders.galleryEntry.load(place),
}
