/** One figure of a measurement, compared with its aim. */
export interface Result {
  readonly metric: string
  readonly value: number
  readonly unit: string
  /** The quartiles of the single measurements, if there are several. */
  readonly spread?: string
  /** The aim as text, such as `≤ 3.5`. */
  readonly aim: string
  readonly met: boolean
}

/** How a benchmark runs. */
export interface BenchOptions {
  /** Write CPU profiles of all figures, not only of those that miss their aim. */
  readonly profile: boolean
  /** Run in seconds on tiny inputs. Such a run only shows that the benchmark works: its figures mean nothing. */
  readonly small: boolean
}

/** Where figures and profiles are written. */
export function resultsFolder({ small }: BenchOptions): string {
  return small ? 'bench/results/small' : 'bench/results'
}
