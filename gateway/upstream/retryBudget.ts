/** Milliseconds after which what was counted counts half. */
const halfLife = 10_000
/** Retries that are always allowed in such a time: a share of few calls would be none. */
const smallest = 3

/** Keeps retries at a share of calls, so that a struggling upstream is not asked much more than usual. */
export class RetryBudget {
  readonly #share: number
  #calls = 0
  #retries = 0
  #nextHalving = 0

  constructor(share: number) {
    this.#share = share
  }

  /** How many retries may be made now. */
  get left(): number {
    return Math.max(0, Math.floor(this.#allowed() - this.#retries))
  }

  /** Counts a call. @param now on the clock of `performance.now()` */
  countCall(now: number): void {
    this.#calls += 1
    if (now < this.#nextHalving) return
    this.#nextHalving = now + halfLife
    this.#calls /= 2
    this.#retries /= 2
  }

  /** Takes a retry out of the budget, if there is one. */
  takeRetry(): boolean {
    if (this.#retries + 1 > this.#allowed()) return false
    this.#retries += 1
    return true
  }

  #allowed(): number {
    return this.#share === 0 ? 0 : Math.max(smallest, this.#calls * this.#share)
  }
}
