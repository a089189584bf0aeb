import { createContext, use } from 'react'

/** A month of the timeline, for the scrubber and the jump. */
export interface TimelineControlMonth {
  readonly id: string
  /** Null for photos without a date; `month` is then null too. */
  readonly year: number | null
  readonly month: number | null
  readonly count: number
}

/** Lets the scrubber and the jump to a month follow and scroll the timeline. */
export interface TimelineControl {
  /** All months, in their order on the page. */
  readonly months: readonly TimelineControlMonth[]
  /**
   * Scrolls a month to the top of the window, instantly: the months in between are not loaded.
   * @param isFocused whether the month's title takes focus, so that screen readers announce it; false while the user
   *   moves the slider
   */
  readonly jumpTo: (monthId: string, isFocused?: boolean) => void
  /** The id of the month below the bar; null above the first month. */
  readonly current: () => string | null
  /** Calls back when another month is at the top, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
}

export const TimelineControlContext = createContext<TimelineControl | null>(null)

/** The timeline's control; null outside of a timeline. */
export function useTimelineControl(): TimelineControl | null {
  return use(TimelineControlContext)
}
