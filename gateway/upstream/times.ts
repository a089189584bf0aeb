const withoutOffset = /^\d{4}-\d\d-\d\d[T ][\d:.]+$/

/** Milliseconds since 1970 of a time as services write it: without an offset it is UTC, and not the clock's of this machine. */
export function timeOf(text: string): number {
  return Date.parse(withoutOffset.test(text) ? `${text}Z` : text)
}
