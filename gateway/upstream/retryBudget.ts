/** Maximum number of consecutive retries, after a time without retries. */
const burst = 3

/**
 * Limits retries to a share of the calls, so that a struggling upstream gets little extra load. The budget is small, so
 * that unused retries of good times do not pile up and overload an upstream during an outage.
 */
export class RetryBudget {
  readonly #share: number
  readonly #max: number
  #left: number

  /** @param share 0 to 1; 0 allows no retries */
  constructor(share: number) {
    this.#share = share
    this.#max = share === 0 ? 0 : burst
    this.#left = this.#max
  }

  /** Retries left. */
  get left(): number {
    return Math.floor(this.#left)
  }

  countCall(): void {
    this.#left = Math.min(this.#max, this.#left + this.#share)
  }

  /** Takes one retry from the budget. @returns false when none is left */
  takeRetry(): boolean {
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
