const dayMilliseconds = 24 * 3_600_000

/** The number of days from today to a day such as `2026-12-14`, by the calendar of the customer. */
export function daysUntil(day: string): number {
  const now = new Date()
  return (Date.parse(day) - Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())) / dayMilliseconds
}
