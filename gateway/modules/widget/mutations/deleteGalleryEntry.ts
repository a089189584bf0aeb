import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { entryOfId } from '../keys.ts'
import { canHaveWidgets } from '../owner.ts'
import { galleryEntryNotFound } from '../refusals.ts'

/** Resolves `Mutation.deleteGalleryEntry`. */
export const deleteGalleryEntry: NonNullable<MutationResolvers['deleteGalleryEntry']> = async (
  _root,
  { input },
  context,
) => {
  const place = canHaveWidgets(context) ? entryOfId(input.galleryEntryId) : null
  if (place === null) return galleryEntryNotFound
  const isDeleted = await context.gallery.delete(place)
  context.loaders.forget()
  return isDeleted ? { __typename: 'DeleteGalleryEntrySuccess', place } : galleryEntryNotFound
}
