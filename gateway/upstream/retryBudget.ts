/** Retries that may be made one after another when none was for a while. */
const burst = 3

/**
 * Keeps retries at a share of the calls, so that a struggling upstream is not asked much more than usual. Little is put
 * by: what was not needed in good times may not be spent on an outage.
 */
export class RetryBudget {
  readonly #share: number
  readonly #most: number
  #left: number

  /** @param share 0 allows none at all */
  constructor(share: number) {
    this.#share = share
    this.#most = share === 0 ? 0 : burst
    this.#left = this.#most
  }

  /** How many retries may be made now. */
  get left(): number {
    return Math.floor(this.#left)
  }

  countCall(): void {
    this.#left = Math.min(this.#most, this.#left + this.#share)
  }

  /** Takes a retry out of the budget, if there is one. */
  takeRetry(): boolean {
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
