import { preferences } from '../../../app/storage.ts'

// What the first view needs of the banner's memory; the rest is in storageMemory.ts.

export const bannerKey = 'keepsake.storageBanner'
/** Stored in place of a time if there were no photos. */
export const empty = 'empty'

/** Whether the banner is hidden, so that no space is kept for it: dismissed until a later time, or without photos. */
export function isBannerHidden(): boolean {
  const [until = ''] = readBanner()
  return until === empty || Date.parse(until) > Date.now()
}

/** The time until which the banner is hidden, and the deletion date for which it was dismissed. */
export function readBanner(): readonly string[] {
  return (preferences.getItem(bannerKey) ?? '').split(' ')
}
