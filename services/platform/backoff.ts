/**
 * Delays between retries. The range of a delay doubles with each retry, up to a limit. A delay is random within its
 * range, so that replicas do not retry at the same time.
 */
export class Backoff {
  readonly #first: number
  readonly #longest: number
  #next: number

  /**
   * @param first the first delay, in ms
   * @param longest the limit, in ms
   */
  constructor(first: number, longest: number) {
    this.#first = first
    this.#longest = longest
    this.#next = first
  }

  /** The delay before the next try, in ms: a random value between half of the current delay and all of it. */
  next(): number {
    const delay = this.#next * (0.5 + Math.random() / 2)
    this.#next = Math.min(this.#next * 2, this.#longest)
    return delay
  }

  /** A try succeeded: the next delay is the first one again. */
  reset(): void {
    this.#next = this.#first
  }
}
