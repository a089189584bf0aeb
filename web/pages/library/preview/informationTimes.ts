import type { IntlShape } from 'react-intl'

const day = { weekday: 'long', day: '2-digit', month: 'short', year: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit' } as const

/** A photo's capture time, as the gateway tells it. */
export interface CaptureTime {
  readonly dateTaken?: string | null | undefined
  readonly dateTakenOffset?: string | null | undefined
}

/**
 * When a photo was taken, by the clock of that place, with how far that clock was from UTC when the file says so. Null
 * when nobody knows, or the camera's clock stood at its beginning (1970).
 */
export function takenText({ dateTaken, dateTakenOffset }: CaptureTime, { formatDate, formatTime }: IntlShape) {
  if (!dateTaken || dateTaken.startsWith('1970-01-01')) return null
  // The clock's own time is shown wherever the reader is, so it is treated as UTC.
  const moment = `${dateTaken}Z`
  const offset = dateTakenOffset ? ` (UTC${dateTakenOffset})` : ''
  return `${formatDate(moment, { ...day, timeZone: 'UTC' })}, ${formatTime(moment, { ...time, timeZone: 'UTC' })}${offset}`
}

/** When it came into the library, by the reader's clock. */
export function uploadedText(created: string, { formatDate, formatTime }: IntlShape): string {
  return `${formatDate(created, day)}, ${formatTime(created, time)}`
}
