import type { GalleryEntryChangedResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the entry of `GalleryEntryChanged`. */
export const GalleryEntryChanged: GalleryEntryChangedResolvers = {
  currentEntry: ({ place }, _args, { loaders }) => loaders.galleryEntry.load(place),
}
