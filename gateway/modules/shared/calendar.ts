const dayLength = 86_400_000

/** Number of calendar days (UTC) from one time to another. Negative when `to` is earlier. */
export function daysBetween(from: number, to: number): number {
  return dayOf(to) - dayOf(from)
}

/**
 * Number of whole calendar months (UTC) that can be added to `from` without passing `to`. One month after the last
 * day of January is the last day of February. 0 when `to` is earlier.
 */
export function monthsBetween(from: number, to: number): number {
  const [start, end] = [new Date(from), new Date(to)]
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
  const isPassed = dayOf(addMonths(from, months)) > dayOf(to)
  return Math.max(0, isPassed ? months - 1 : months)
}

/** Adds months, which may be negative, and keeps the time of day. Uses the last day of a month that is too short. */
export function addMonths(from: number, months: number): number {
  const date = new Date(from)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  date.setUTCDate(Math.min(day, lastDay(date)))
  return date.getTime()
}

/** The same time on the previous day. */
export function dayBefore(time: number): number {
  return time - dayLength
}

function dayOf(time: number): number {
  return Math.floor(time / dayLength)
}

function lastDay(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
}
