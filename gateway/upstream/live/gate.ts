/** A caller that waits to enter. */
interface Caller {
  onEnter(): void
}

/**
 * Admits a limited number of callers at once; the other callers wait in order. After a restart of a service or of this
 * process, all customers reconnect at the same moment. A service that gets all requests at once would time out on all
 * of them.
 */
export class Gate {
  readonly #places: number
  readonly #waiting = new Set<Caller>()
  readonly #inside = new Set<Caller>()

  constructor(places: number) {
    this.#places = places
  }

  /**
   * @param onEnter called as soon as a place is free, which may be immediately
   * @returns a function that gives up the place, or stops waiting for a place. Every caller must call it; calling it
   *   again has no effect
   */
  enter(onEnter: () => void): () => void {
    const caller = { onEnter }
    this.#waiting.add(caller)
    this.#admitCallers()
    return () => {
      this.#waiting.delete(caller)
      if (this.#inside.delete(caller)) this.#admitCallers()
    }
  }

  #admitCallers(): void {
    for (const caller of this.#waiting) {
      if (this.#inside.size >= this.#places) return
      this.#waiting.delete(caller)
      this.#inside.add(caller)
      caller.onEnter()
    }
  }
}
