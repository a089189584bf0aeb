/** One figure of a measurement, held against what it aims at. */
export interface Result {
  readonly metric: string
  readonly value: number
  readonly unit: string
  /** Between what half of the single figures lie, where there are several. */
  readonly spread?: string
  /** In words, such as `≤ 3.5`. */
  readonly aim: string
  readonly met: boolean
}
