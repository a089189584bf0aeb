/** Maximum size of the budget: retries in a row after a quiet time. */
const burst = 3

/**
 * Limits retries to a share of the calls, so that a struggling upstream gets little extra load. The budget is small:
 * what was not used in good times must not be spent during an outage.
 */
export class RetryBudget {
  readonly #share: number
  readonly #most: number
  #left: number

  /** @param share 0 to 1; 0 allows no retries */
  constructor(share: number) {
    this.#share = share
    this.#most = share === 0 ? 0 : burst
    this.#left = this.#most
  }

  /** Retries left. */
  get left(): number {
    return Math.floor(this.#left)
  }

  countCall(): void {
    this.#left = Math.min(this.#most, this.#left + this.#share)
  }

  /** Takes one retry from the budget. @returns false when none is left */
  takeRetry(): boolean {
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
