import type { TimelineControlMonth } from '../timelineControl.ts'

/** A year beside the slider. */
export interface YearMark {
  readonly year: number
  /** The year's first month in the order of the timeline. */
  readonly index: number
}

/** Where a month is on the slider: 0 at its top, 1 at its end. */
export function fractionOf(index: number, count: number): number {
  return count > 1 ? index / (count - 1) : 0
}

/** The years whose labels have room: of those that are too close together, the first is named. */
export function yearMarks(months: readonly TimelineControlMonth[], height: number, room: number): readonly YearMark[] {
  const marks: YearMark[] = []
  let taken = Number.NEGATIVE_INFINITY
  for (const [index, { year }] of months.entries()) {
    const at = fractionOf(index, months.length) * height
    if (year === null || year === months[index - 1]?.year || at - taken < room) continue
    marks.push({ year, index })
    taken = at
  }
  return marks
}

/** The month that a page key leads to: the first of the year after or before that of `from`; the ends at the ends. */
export function yearStep(months: readonly TimelineControlMonth[], from: number, step: 1 | -1): number {
  const year = months[from]?.year
  let index = from
  while (months[index] && months[index]?.year === year) index += step
  if (!months[index]) return step === 1 ? months.length - 1 : 0
  const target = months[index]?.year
  return step === 1 ? index : months.findIndex(({ year: each }) => each === target)
}
