import type { TimelineControlMonth } from '../timelineControl.ts'

/** The label of a year beside the slider. */
export interface YearMark {
  readonly year: number
  /** The index of the year's first month in the order of the timeline. */
  readonly index: number
}

/** The position of a month on the slider, from 0 (top) to 1 (bottom). */
export function fractionOf(index: number, count: number): number {
  return count > 1 ? index / (count - 1) : 0
}

/** The years with room for a label. Of years that are too close together, only the first one has a label. */
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

/**
 * The index of the month that a page key leads to: the first month of the next or previous year. If there is no such
 * year, the last or first month of all.
 */
export function yearStep(months: readonly TimelineControlMonth[], from: number, step: 1 | -1): number {
  const year = months[from]?.year
  let index = from
  while (months[index] && months[index]?.year === year) index += step
  if (!months[index]) return step === 1 ? months.length - 1 : 0
  const target = months[index]?.year
  return step === 1 ? index : months.findIndex(({ year: each }) => each === target)
}
