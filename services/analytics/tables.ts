export interface DailyCountsTable {
  /** In UTC, such as `2026-11-29`. */
  day: string
  brand: string
  kind: 'pageView' | 'exposure'
  /** The page, such as `/my-photos/albums/:id`, or the name of the experiment. */
  name: string
  /** The variant that was shown; empty for a page. */
  variant: string
  count: string
}

export interface AnalyticsTables {
  daily_counts: DailyCountsTable
}
