import { invalidGalleryEntry, widgetBlocked, widgetNotReady } from './refusals.ts'

/** The results by the reasons for which the service refuses to publish an entry, and also to change one. */
export const refusedEntries = {
  blocked: widgetBlocked,
  notReady: widgetNotReady,
  invalidTitle: invalidGalleryEntry('TITLE'),
  invalidDescription: invalidGalleryEntry('DESCRIPTION'),
  unknownCategory: invalidGalleryEntry('CATEGORIES'),
} as const
