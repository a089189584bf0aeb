import { type IntlShape, useIntl } from 'react-intl'

const formats = {
  month: { month: 'long', year: 'numeric', timeZone: 'UTC' },
  day: { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' },
  moment: { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

type Format = keyof typeof formats

const formatters = new WeakMap<IntlShape, Map<Format, Intl.DateTimeFormat>>()

/**
 * Formats a date of a photo: its `month`, its `day` (dd MMM yyyy), or the `moment` it was taken. Capture times are the
 * camera's local time, whatever the reader's time zone, so they are stored and formatted as UTC. `formatDate` of
 * FormatJS would look the formatter up by its options for each photo, which takes longer than formatting.
 */
export function formatPhotoDate(intl: IntlShape, format: Format, date: string | number): string {
  const known = formatters.get(intl) ?? new Map<Format, Intl.DateTimeFormat>()
  formatters.set(intl, known)
  const formatter = known.get(format) ?? intl.formatters.getDateTimeFormat(intl.locale, formats[format])
  known.set(format, formatter)
  return formatter.format(typeof date === 'string' ? new Date(`${date}Z`) : date)
}

/** The title of a month in the customer's language, or 'Unknown Date' for photos without a date. */
export function monthTitle(intl: IntlShape, year: number | null, month: number | null): string {
  if (year === null || month === null) return intl.formatMessage({ id: 'timeline.unknownDate' })
  return formatPhotoDate(intl, 'month', Date.UTC(year, month - 1, 1))
}

/** The title of a month, for use in a component. */
export function useMonthTitle(year: number | null, month: number | null): string {
  return monthTitle(useIntl(), year, month)
}

/** The day of a capture time. Null without a capture time, or with the placeholder that some devices write (1970). */
export function usePhotoDate(dateTaken: string | null | undefined): string | null {
  const intl = useIntl()
  return isKnownDate(dateTaken) ? formatPhotoDate(intl, 'day', dateTaken) : null
}

/** Whether a capture time is known. 1970-01-01 is the placeholder of cameras whose clock was never set. */
export function isKnownDate(dateTaken: string | null | undefined): dateTaken is string {
  return typeof dateTaken === 'string' && !dateTaken.startsWith('1970-01-01')
}
