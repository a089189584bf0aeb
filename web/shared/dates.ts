import { type IntlShape, useIntl } from 'react-intl'

/** A month as people write it, or 'Unknown Date' for photos without one. */
export function monthTitle(
  { formatDate, formatMessage }: Pick<IntlShape, 'formatDate' | 'formatMessage'>,
  year: number | null,
  month: number | null,
): string {
  if (year === null || month === null) return formatMessage({ id: 'timeline.unknownDate' })
  return formatDate(startOfMonth(year, month), { month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/** The same for a component. */
export function useMonthTitle(year: number | null, month: number | null): string {
  return monthTitle(useIntl(), year, month)
}

/**
 * The day of a local date and time, as dd MMM yyyy. The clock's own time is shown wherever the reader is, so it is
 * treated as UTC throughout. Null when there is none, or only the placeholder that some devices write (1970).
 */
export function usePhotoDate(dateTaken: string | null | undefined): string | null {
  const { formatDate } = useIntl()
  if (dateTaken === null || dateTaken === undefined || dateTaken.startsWith('1970-01-01')) return null
  return formatDate(`${dateTaken}Z`, { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' })
}

function startOfMonth(year: number, month: number): number {
  return Date.UTC(year, month - 1, 1)
}
