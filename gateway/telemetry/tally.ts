/** One value of a metric, by labels. */
export interface Reading {
  readonly labels: Record<string, string>
  readonly value: number
}

/** Sums by the value of one label. */
export class Tally {
  readonly #sums = new Map<string, number>()

  add(value: string, amount: number): void {
    this.#sums.set(value, (this.#sums.get(value) ?? 0) + amount)
  }

  readings(label: string): readonly Reading[] {
    return [...this.#sums].map(([value, sum]) => ({ labels: { [label]: value }, value: sum }))
  }
}
