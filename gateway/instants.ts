const withoutOffset = /^\d{4}-\d\d-\d\d[T ][\d:.]+$/
/* Matches a time of an existing day, in the API's format. 29 February is left out, because not every year has one. */
const day = /(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31/
const clock = /(?:[01]\d|2[0-3])(?::[0-5]\d){2}\.\d{3}/
const instant = new RegExp(String.raw`^\d{4}-(?:${day.source})T${clock.source}Z$`)

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
  // Our own services write this format. Parsing and writing it again would take ten times as long.
  if (typeof timestamp === 'string' && instant.test(timestamp)) return timestamp
  const time = new Date(typeof timestamp === 'string' ? timeOf(timestamp) : timestamp)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
