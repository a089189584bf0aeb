import { preferences } from '../../../app/storage.ts'
import { bannerKey, empty, isBannerHidden, readBanner } from './bannerMemory.ts'

interface Period {
  readonly deletionDate: string
  readonly monthsRemaining: number
}

/** Stores whether there are photos. Without photos the next visit keeps no space for the banner. */
export function rememberPhotos(hasPhotos: boolean): void {
  const wasEmpty = readBanner()[0] === empty
  if (wasEmpty === hasPhotos) preferences.setItem(bannerKey, hasPhotos ? '' : empty)
}

/** Whether the banner is hidden for this deletion date. A new date makes it appear again. */
export function isBannerHiddenFor(deletionDate: string): boolean {
  const [, date] = readBanner()
  return date === dayOf(deletionDate) && isBannerHidden()
}

/** If the banner was dismissed for another deletion date, the next visit keeps space for the banner. */
export function forgetOtherDates(deletionDate: string): void {
  const [, date] = readBanner()
  if (date !== undefined && date !== dayOf(deletionDate)) preferences.setItem(bannerKey, '')
}

/**
 * Dismisses the banner until 3 months before the deletion. In the last 3 months, dismisses it until the next full month
 * before the deletion.
 */
export function dismissBanner({ deletionDate, monthsRemaining }: Period): void {
  const until = monthsBefore(deletionDate, Math.min(monthsRemaining, 3))
  preferences.setItem(bannerKey, `${until.toISOString()} ${dayOf(deletionDate)}`)
}

function dayOf(moment: string): string {
  return moment.slice(0, 10)
}

/**
 * The time some months earlier. It is clamped to the end of the month: a month before March 31 is the last day of
 * February.
 */
function monthsBefore(moment: string, months: number): Date {
  const date = new Date(moment)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() - months)
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date
}
