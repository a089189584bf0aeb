const dayLength = 86_400_000

/** Whole days from one moment's day to another's, by the calendar (UTC); negative when it comes first. */
export function daysBetween(from: number, to: number): number {
  return dayOf(to) - dayOf(from)
}

/**
 * Whole months from one moment's day to another's, by the calendar (UTC): as many as can be added without passing it. A
 * month from the last day of January is the last one of February. 0 when it comes first.
 */
export function monthsBetween(from: number, to: number): number {
  const [start, end] = [new Date(from), new Date(to)]
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
  const isPassed = dayOf(addMonths(from, months)) > dayOf(to)
  return Math.max(0, isPassed ? months - 1 : months)
}

/** The same time of day so many months later, or earlier, on the month's last day where there is no such day. */
export function addMonths(from: number, months: number): number {
  const date = new Date(from)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  date.setUTCDate(Math.min(day, lastDay(date)))
  return date.getTime()
}

/** A day earlier, at the same time. */
export function dayBefore(time: number): number {
  return time - dayLength
}

function dayOf(time: number): number {
  return Math.floor(time / dayLength)
}

function lastDay(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
}
