import { createContext, use } from 'react'

/** A month of the timeline, as whoever leads there needs it. */
export interface TimelineControlMonth {
  readonly id: string
  /** Null, as the month: photos without a date. */
  readonly year: number | null
  readonly month: number | null
  readonly count: number
}

/** How the scrubber and the typed jump follow and move the timeline. */
export interface TimelineControl {
  /** All months, in their order on the page. */
  readonly months: readonly TimelineControlMonth[]
  /**
   * Brings a month to the top of the window, at once; only what is there is loaded.
   * @param isFocused whether its title takes the focus, which says it aloud; not while a slider is being moved
   */
  readonly jumpTo: (monthId: string, isFocused?: boolean) => void
  /** The id of the month at the top of the window. */
  readonly current: () => string | null
  /** Calls back when another month is at the top. Returns what ends that. */
  readonly subscribe: (listener: () => void) => () => void
}

export const TimelineControlContext = createContext<TimelineControl | null>(null)

/** The timeline's control; null outside of it. */
export function useTimelineControl(): TimelineControl | null {
  return use(TimelineControlContext)
}
