/** A count whose parts lose weight with their age: after the time constant, a part counts 1/e. */
export class FadingCount {
  readonly #timeConstant: number
  #value = 0
  #updated: number

  /**
   * @param timeConstant in ms
   * @param now a monotonic clock in ms, as in all calls. If the clock goes back, as in tests, the count stays as it is
   */
  constructor(timeConstant: number, now: number) {
    this.#timeConstant = timeConstant
    this.#updated = now
  }

  /** The weighted count. */
  at(now: number): number {
    const age = Math.max(0, now - this.#updated)
    this.#value *= Math.exp(-age / this.#timeConstant)
    this.#updated = now
    return this.#value
  }

  /** Adds one. @returns the weighted count with it */
  add(now: number): number {
    this.#value = this.at(now) + 1
    return this.#value
  }

  /** Raises the count to another one, if that is higher. @returns the weighted count after it */
  raise(value: number, now: number): number {
    this.#value = Math.max(this.at(now), value)
    return this.#value
  }
}
