import { invalidGalleryEntry, widgetBlocked, widgetNotReady } from './refusals.ts'

/** The results for reasons that refuse both publishing and changing an entry. */
export const refusedEntries = {
  blocked: widgetBlocked,
  notReady: widgetNotReady,
  invalidTitle: invalidGalleryEntry('TITLE'),
  invalidDescription: invalidGalleryEntry('DESCRIPTION'),
  unknownCategory: invalidGalleryEntry('CATEGORIES'),
} as const
