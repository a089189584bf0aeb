export type StepDirection = 'previous' | 'next'

/** Which photos are beside one: null where the list ends. */
export type NeighbourIds = Readonly<Record<StepDirection, string | null>>

const opposite = { previous: 'next', next: 'previous' } as const

/**
 * The order of the photos around those that were shown, as far as it is known. Photos that are gone are passed over
 * and kept: one that comes back, since its deletion was undone or failed, is where it was.
 */
export class PhotoChain {
  readonly #links = { previous: new Map<string, string | null>(), next: new Map<string, string | null>() }
  readonly #isGone: (photoId: string) => boolean

  constructor(isGone: (photoId: string) => boolean) {
    this.#isGone = isGone
  }

  /** Takes note of the photos beside one. */
  learn(photoId: string, neighbours: NeighbourIds): void {
    for (const direction of ['previous', 'next'] as const) {
      const neighbour = neighbours[direction]
      const known = this.#links[direction].get(photoId)
      // A photo that is being deleted cannot be read any more, which looks like the end of the list.
      if (neighbour === null && typeof known === 'string' && this.#isGone(known)) continue
      this.#links[direction].set(photoId, neighbour)
      if (neighbour !== null) this.#links[opposite[direction]].set(neighbour, photoId)
    }
  }

  /** Who is beside a photo cannot be known: where that is not known already, the list ends. */
  giveUp(photoId: string): void {
    for (const links of [this.#links.previous, this.#links.next]) {
      if (!links.has(photoId)) links.set(photoId, null)
    }
  }

  /** The photo beside one; null at the end of the list, undefined when it is not known yet. */
  beside(photoId: string, direction: StepDirection): string | null | undefined {
    const links = this.#links[direction]
    let neighbour = links.get(photoId)
    for (let passed = 0; typeof neighbour === 'string' && this.#isGone(neighbour); passed += 1) {
      if (passed > links.size) return undefined
      neighbour = links.get(neighbour)
    }
    return neighbour
  }

  clear(): void {
    this.#links.previous.clear()
    this.#links.next.clear()
  }
}
