const firstPause = 250
const longestPause = 10_000
/** Milliseconds that a connection lasts at least, for the next one not to be made more slowly. */
const goodWhile = 10_000

/** Ever longer pauses between connections; scattered, so that not all who lost theirs come back at the same moment. */
export class Backoff {
  #pause = firstPause
  #accepted: number | undefined

  /** The service has accepted the connection. */
  accepted(): void {
    this.#accepted = performance.now()
  }

  /** The connection is gone. @returns milliseconds to wait before the next one is made */
  next(): number {
    if (this.#accepted !== undefined && performance.now() - this.#accepted > goodWhile) this.#pause = firstPause
    this.#accepted = undefined
    const pause = this.#pause * (0.5 + Math.random() / 2)
    this.#pause = Math.min(this.#pause * 2, longestPause)
    return pause
  }
}
