/**
 * Pauses that double from the first to the longest, in ms. Each is shortened at random by up to half, so that clients
 * that failed together do not retry together.
 */
export class Backoff {
  readonly #first: number
  readonly #longest: number
  #pause: number

  constructor(first: number, longest: number) {
    this.#first = first
    this.#longest = longest
    this.#pause = first
  }

  /** How long to wait (ms) before the next attempt. */
  next(): number {
    const pause = this.#pause * (0.5 + Math.random() / 2)
    this.#pause = Math.min(this.#pause * 2, this.#longest)
    return pause
  }

  /** The last attempt succeeded: starts again with the first pause. */
  reset(): void {
    this.#pause = this.#first
  }
}
