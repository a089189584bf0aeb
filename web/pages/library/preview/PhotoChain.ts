export type StepDirection = 'previous' | 'next'

/** The ids of a photo's neighbours; null at the ends of the list. */
export type NeighbourIds = Readonly<Record<StepDirection, string | null>>

const opposite = { previous: 'next', next: 'previous' } as const

/**
 * The known part of the list's order, around the photos that were shown. Deleted photos are skipped but keep their
 * links: when a deletion fails or is undone, the photo is back at its place.
 */
export class PhotoChain {
  readonly #links = { previous: new Map<string, string | null>(), next: new Map<string, string | null>() }
  readonly #isGone: (photoId: string) => boolean

  constructor(isGone: (photoId: string) => boolean) {
    this.#isGone = isGone
  }

  /** Stores the neighbours of a photo. */
  learn(photoId: string, neighbours: NeighbourIds): void {
    for (const direction of ['previous', 'next'] as const) {
      const neighbour = neighbours[direction]
      const known = this.#links[direction].get(photoId)
      // The store reports null for a neighbour that is being deleted, as for the end of the list. The link to that
      // neighbour is kept.
      if (neighbour === null && typeof known === 'string' && this.#isGone(known)) continue
      this.#links[direction].set(photoId, neighbour)
      if (neighbour !== null) this.#links[opposite[direction]].set(neighbour, photoId)
    }
  }

  /** Treats every unknown side of a photo as the end of the list, because its neighbours could not be loaded. */
  giveUp(photoId: string): void {
    for (const links of [this.#links.previous, this.#links.next]) {
      if (!links.has(photoId)) links.set(photoId, null)
    }
  }

  /** The id of a photo's neighbour; null at the end of the list, undefined while unknown. */
  neighbourOf(photoId: string, direction: StepDirection): string | null | undefined {
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
