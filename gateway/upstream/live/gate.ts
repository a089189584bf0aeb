/** One who came, and is to be called in. */
interface Visitor {
  come(): void
}

/**
 * Lets so many in at once; the others wait in order. When a service or this process comes back, all customers come at
 * the same moment, and a service that is asked by all of them at once answers none of them in time.
 */
export class Gate {
  readonly #places: number
  readonly #waiting = new Set<Visitor>()
  readonly #inside = new Set<Visitor>()

  constructor(places: number) {
    this.#places = places
  }

  /**
   * @param come called once there is a place, at once if there is one
   * @returns gives the place, or the wish for one, up; to be called in any case, and as often as one likes
   */
  enter(come: () => void): () => void {
    const visitor = { come }
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
      visitor.come()
    }
  }
}
