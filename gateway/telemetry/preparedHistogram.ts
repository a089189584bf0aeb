import { Gauge, Histogram, type HistogramConfiguration } from 'prom-client'

/** The observations of one combination of label values. */
export class HistogramSeries {
  /** The number of observations in each bucket, without those of smaller buckets. The last bucket has no limit. */
  readonly counts: number[]
  sum = 0
  readonly #limits: readonly number[]

  /** @param limits the largest value of each bucket, in ascending order */
  constructor(limits: readonly number[]) {
    this.#limits = limits
    this.counts = Array.from({ length: limits.length + 1 }, () => 0)
  }

  observe(value: number): void {
    const limits = this.#limits
    let bucket = 0
    while (value > (limits[bucket] ?? Infinity)) bucket += 1
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1
    this.sum += value
  }
}

/** The series that share the values of the first labels. */
class Branch {
  readonly children = new Map<string, Branch>()
  series: HistogramSeries | undefined
}

interface PrintedValue<Label extends string> {
  readonly metricName: string
  readonly labels: Partial<Record<Label | 'le', string | number>>
  readonly value: number
}

/**
 * A histogram of prom-client whose observations are counted here. prom-client builds and hashes a text of all labels
 * for each observation, which takes ten times as long (docs/decisions/0210).
 *
 * A registry prints what `get` returns. prom-client's own histogram has a second, undocumented method for this, so this
 * class extends the gauge, and takes the type of the metric from an empty histogram.
 */
export class PreparedHistogram<Label extends string> extends Gauge<Label> {
  readonly #configuration: HistogramConfiguration<Label>
  readonly #labels: readonly Label[]
  readonly #limits: readonly number[]
  readonly #root = new Branch()
  readonly #all: { readonly labels: PrintedValue<Label>['labels']; readonly series: HistogramSeries }[] = []

  constructor(configuration: HistogramConfiguration<Label> & { labelNames: Label[]; buckets: number[] }) {
    const { name, help, labelNames, buckets, registers } = configuration
    super({ name, help, labelNames, ...(registers && { registers }) })
    this.#configuration = configuration
    this.#labels = labelNames
    this.#limits = buckets
  }

  /** The series with these values of the labels, in the order of the label names. */
  series(...values: readonly string[]): HistogramSeries {
    let branch = this.#root
    for (const value of values) {
      let child = branch.children.get(value)
      if (!child) {
        child = new Branch()
        branch.children.set(value, child)
      }
      branch = child
    }
    return (branch.series ??= this.#add(values))
  }

  override async get() {
    const empty = await new Histogram({ ...this.#configuration, registers: [] }).get()
    return { ...empty, values: this.#all.flatMap(({ labels, series }) => this.#print(labels, series)) }
  }

  #add(values: readonly string[]): HistogramSeries {
    const labels: PrintedValue<Label>['labels'] = {}
    for (const [index, label] of this.#labels.entries()) labels[label] = values[index] ?? ''
    const series = new HistogramSeries(this.#limits)
    this.#all.push({ labels, series })
    return series
  }

  /** In this format, a bucket contains the smaller buckets. */
  #print(labels: PrintedValue<Label>['labels'], { counts, sum }: HistogramSeries): PrintedValue<Label>[] {
    const { name } = this.#configuration
    let count = 0
    const buckets = counts.map((own, bucket): PrintedValue<Label> => {
      count += own
      return { metricName: `${name}_bucket`, labels: { le: this.#limits[bucket] ?? '+Inf', ...labels }, value: count }
    })
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ]
  }
}
