/** A caller that waits to enter. */
interface Visitor {
  onEnter(): void
}

/**
 * Admits a limited number of callers at once; the other callers wait in order. After a restart of a service or of this
 * process, all customers reconnect at the same moment. A service that gets all requests at once would time out on all
 * of them.
 */
export class Gate {
  readonly #places: number
  readonly #waiting = new Set<Visitor>()
  readonly #inside = new Set<Visitor>()

  constructor(places: number) {
    this.#places = places
  }

  /**
   * @param onEnter called when there is a place, at once if there is one
   * @returns a function that gives up the place, or the wait for one. It must always be called; more calls do nothing
   */
  enter(onEnter: () => void): () => void {
    const visitor = { onEnter }
    this.#waiting.add(visitor)
    this.#letIn()
    return () => {
      this.#waiting.delete(visitor)
      if (this.#inside.delete(visitor)) this.#letIn()
    }
  }

  #letIn(): void {
    for (const visitor of this.#waiting) {
      if (this.#inside.size >= this.#places) return
      this.#waiting.delete(visitor)
      this.#inside.add(visitor)
      visitor.onEnter()
    }
  }
}
