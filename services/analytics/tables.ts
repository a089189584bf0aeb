import type { Generated } from 'kysely'

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

export interface FeedbackTable {
  id: string
  /** In UTC. The database sets it. */
  day: Generated<string>
  brand: string
  locale: string
  /** 1 to 5. */
  rating: number
  /** Empty if the visitor wrote nothing. */
  text: string
}

export interface AnalyticsTables {
  feedback: FeedbackTable
  daily_counts: DailyCountsTable
}
