const withoutOffset = /^\d{4}-\d\d-\d\d[T ][\d:.]+$/

/**
 * Parses a time as services write it, into ms since 1970. A time without an offset is in UTC, not in this machine's
 * time zone.
 */
export function timeOf(text: string): number {
  return Date.parse(withoutOffset.test(text) ? `${text}Z` : text)
}

/**
 * Converts a service's time to the API's format, ISO 8601 in UTC.
 * @param timestamp text, or ms since 1970
 * @returns null when there is no timestamp, or it cannot be parsed
 */
export function instantOf(timestamp: string | number | null | undefined): string | null {
  if (timestamp === null || timestamp === undefined) return null
  const time = new Date(typeof timestamp === 'string' ? timeOf(timestamp) : timestamp)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
