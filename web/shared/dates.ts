import { type IntlShape, useIntl } from 'react-intl'

/** The title of a month in the customer's language, or 'Unknown Date' for photos without a date. */
export function monthTitle(
  { formatDate, formatMessage }: Pick<IntlShape, 'formatDate' | 'formatMessage'>,
  year: number | null,
  month: number | null,
): string {
  if (year === null || month === null) return formatMessage({ id: 'timeline.unknownDate' })
  return formatDate(startOfMonth(year, month), { month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/** The title of a month, for use in a component. */
export function useMonthTitle(year: number | null, month: number | null): string {
  return monthTitle(useIntl(), year, month)
}

/**
 * The day of a capture time, as dd MMM yyyy. It is shown in the camera's local time, whatever the reader's time zone, so
 * it is formatted as UTC. Null without a capture time, or with the placeholder that some devices write (1970).
 */
export function usePhotoDate(dateTaken: string | null | undefined): string | null {
  const { formatDate } = useIntl()
  if (!isKnownDate(dateTaken)) return null
  return formatDate(`${dateTaken}Z`, { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' })
}

function startOfMonth(year: number, month: number): number {
  return Date.UTC(year, month - 1, 1)
}

/** Whether a capture time is known. 1970-01-01 is the placeholder of cameras whose clock was never set. */
export function isKnownDate(dateTaken: string | null | undefined): dateTaken is string {
  return typeof dateTaken === 'string' && !dateTaken.startsWith('1970-01-01')
}
