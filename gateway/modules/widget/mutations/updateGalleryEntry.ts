import { verifyIfLost } from '../../../errors/lostAnswers.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { checkVersion } from '../../shared/versions.ts'
import { entryTextsOf, hasTexts } from '../entryTexts.ts'
import { entryOfId } from '../keys.ts'
import { canHaveWidgets } from '../owner.ts'
import { refusedEntry } from '../refusedEntry.ts'
import { galleryEntryNotFound } from '../refusals.ts'

/** Resolves `Mutation.updateGalleryEntry`. */
export const updateGalleryEntry: NonNullable<MutationResolvers['updateGalleryEntry']> = async (
  _root,
  { input },
  context,
) => {
  const place = canHaveWidgets(context) ? entryOfId(input.galleryEntryId) : null
  if (place === null) return galleryEntryNotFound
  const { gallery, loaders } = context
  const texts = entryTextsOf(input)
  const changed = await verifyIfLost(gallery.replace(place, texts, checkVersion(input.version)), async () => {
    const entry = await gallery.findOne(place)
    return entry && hasTexts(entry, texts) ? entry : undefined
  })
  loaders.forget()
  if (!('refusal' in changed)) return { __typename: 'UpdateGalleryEntrySuccess', galleryEntry: changed }
  if (changed.refusal === 'notFound') return galleryEntryNotFound
  if (changed.refusal !== 'changedMeanwhile') return refusedEntry(changed)
  const message = 'The entry has changed since it was read. Show the entry as it is now.'
  return { __typename: 'GalleryEntryChanged', code: 'GALLERY_ENTRY_CHANGED', message, place }
}
