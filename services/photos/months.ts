/** A month in its stored form: year × 100 + month, or 0 without a date. */
export function toStoredMonth(year: number, month: number): number {
  return year * 100 + month
}

/** Splits a stored month into year and month. Both are 0 without a date. */
export function fromStoredMonth(stored: number): { year: number; month: number } {
  return { year: Math.floor(stored / 100), month: stored % 100 }
}

/** The start of a stored month and of the next one, in local time. */
export function boundsOf(stored: number): { from: string; to: string } {
  const { year, month } = fromStoredMonth(stored)
  const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 }
  return { from: firstDay(year, month), to: firstDay(next.year, next.month) }
}

function firstDay(year: number, month: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01 00:00:00`
}
