const dayMilliseconds = 86_400_000

/** The date (UTC) that is this many working days later, such as `2026-11-24`. Public holidays count as working days. */
export function addWorkingDays(from: Date, days: number): string {
  let left = days
  let at = from.getTime()
  while (left > 0) {
    at += dayMilliseconds
    const weekday = new Date(at).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return new Date(at).toISOString().slice(0, 10)
}
