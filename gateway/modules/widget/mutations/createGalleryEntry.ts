import { verifyIfLost } from '../../../errors/lostAnswers.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { entryTextsOf, hasTexts } from '../entryTexts.ts'
import { widgetIdIn } from '../owner.ts'
import { refusedEntry } from '../refusedEntry.ts'
import { widgetNotFound } from '../refusals.ts'

/** Resolves `Mutation.createGalleryEntry`. */
export const createGalleryEntry: NonNullable<MutationResolvers['createGalleryEntry']> = async (
  _root,
  { input },
  context,
) => {
  const widgetId = widgetIdIn(context, input.widgetId)
  if (widgetId === null) return widgetNotFound
  const { gallery, loaders } = context
  const place = { widgetId, channel: input.channel }
  const texts = entryTextsOf(input)
  const created = await verifyIfLost(gallery.create(place, texts), async () => {
    const entry = await gallery.findOne(place)
    return entry && hasTexts(entry, texts) ? entry : undefined
  })
  loaders.forget()
  if (!('refusal' in created)) return { __typename: 'CreateGalleryEntrySuccess', galleryEntry: created }
  if (created.refusal === 'notFound') return widgetNotFound
  if (created.refusal !== 'entryExists') return refusedEntry(created)
  const message = 'The gallery of this shop has an entry of this book already.'
  return { __typename: 'GalleryEntryExists', code: 'GALLERY_ENTRY_EXISTS', message, place }
}
