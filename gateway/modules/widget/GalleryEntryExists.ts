import type { GalleryEntryExistsResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the entry of `GalleryEntryExists`. */
export const GalleryEntryExists: GalleryEntryExistsResolvers = {
  existingEntry: ({ place }, _args, { loaders }) => loaders.galleryEntry.load(place),
}
