import { preferences } from '../../../app/storage.ts'

const bannerKey = 'keepsake.storageBanner'
/** Instead of until when: there were no photos. */
const empty = 'empty'

/** What is known of how long photos are kept when the banner is sent away. */
interface Period {
  readonly deletionDate: string
  readonly monthsRemaining: number
}

/** Whether the banner was sent away and its time has not come again, or nothing was to be deleted: no room is kept for it. */
export function isBannerAway(): boolean {
  const [until = ''] = readBanner()
  return until === empty || Date.parse(until) > Date.now()
}

/** Without photos there is no banner, nor room for it at the next view. */
export function rememberPhotos(hasPhotos: boolean): void {
  const wasEmpty = readBanner()[0] === empty
  if (wasEmpty === hasPhotos) preferences.setItem(bannerKey, hasPhotos ? '' : empty)
}

/** Whether that was for this very deletion date: another one is news. */
export function isBannerAwayFor(deletionDate: string): boolean {
  const [, date] = readBanner()
  return date === dayOf(deletionDate) && isBannerAway()
}

/** Lets the banner be there again at the next view, when it was sent away for another deletion date. */
export function forgetOtherDates(deletionDate: string): void {
  const [, date] = readBanner()
  if (date !== undefined && date !== dayOf(deletionDate)) preferences.setItem(bannerKey, '')
}

/** Sends the banner away: until photos are to be deleted within three months, then until there is a month less. */
export function sendBannerAway({ deletionDate, monthsRemaining }: Period): void {
  const until = monthsBefore(deletionDate, Math.min(monthsRemaining, 3))
  preferences.setItem(bannerKey, `${until.toISOString()} ${dayOf(deletionDate)}`)
}

function readBanner(): readonly string[] {
  return (preferences.getItem(bannerKey) ?? '').split(' ')
}

function dayOf(moment: string): string {
  return moment.slice(0, 10)
}

/** A month before the 31st of March is the last of February. */
function monthsBefore(moment: string, months: number): Date {
  const date = new Date(moment)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() - months)
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date
}
