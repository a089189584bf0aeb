import { invalidGalleryEntry, widgetBlocked, widgetNotReady } from './refusals.ts'

/** The results when an entry cannot be published or changed, for the reasons that both have. */
export const refusedEntries = {
  blocked: widgetBlocked,
  notReady: widgetNotReady,
  invalidTitle: invalidGalleryEntry('TITLE'),
  invalidDescription: invalidGalleryEntry('DESCRIPTION'),
  unknownCategory: invalidGalleryEntry('CATEGORIES'),
} as const
