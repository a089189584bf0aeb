import type { IntlShape } from 'react-intl'
import { isKnownDate } from '../../../shared/dates.ts'

const day = { weekday: 'long', day: '2-digit', month: 'short', year: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit' } as const

/** A photo's capture time: local time without an offset, and the offset from UTC if known. */
export interface CaptureTime {
  readonly dateTaken?: string | null | undefined
  readonly dateTakenOffset?: string | null | undefined
}

/**
 * The capture time in the local time of the place, with its UTC offset if the file contains it. Null if the time is
 * unknown or comes from a camera whose clock was never set (1970-01-01).
 */
export function takenText({ dateTaken, dateTakenOffset }: CaptureTime, { formatDate, formatTime }: IntlShape) {
  if (!isKnownDate(dateTaken)) return null
  // Formatting the local time as UTC shows it unchanged in every reader's time zone.
  const moment = `${dateTaken}Z`
  const offset = dateTakenOffset ? ` (UTC${dateTakenOffset})` : ''
  return `${formatDate(moment, { ...day, timeZone: 'UTC' })}, ${formatTime(moment, { ...time, timeZone: 'UTC' })}${offset}`
}

/** The upload time in the reader's time zone. */
export function uploadedText(created: string, { formatDate, formatTime }: IntlShape): string {
  return `${formatDate(created, day)}, ${formatTime(created, time)}`
}
