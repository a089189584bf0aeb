import { preferences } from '../../../app/storage.ts'

// This file has the part of the banner's stored state that the first view needs; storageMemory.ts has the rest.

export const bannerKey = 'keepsake.storageBanner'
/** Stored in place of a time if there were no photos. */
export const empty = 'empty'

/**
 * Whether the banner is hidden: it was dismissed until a later time, or there are no photos. Then no space is kept for
 * it.
 */
export function isBannerHidden(): boolean {
  const [until = ''] = readBanner()
  return until === empty || Date.parse(until) > Date.now()
}

/** The time until which the banner is hidden, and the deletion date for which it was dismissed. */
export function readBanner(): readonly string[] {
  return (preferences.getItem(bannerKey) ?? '').split(' ')
}
