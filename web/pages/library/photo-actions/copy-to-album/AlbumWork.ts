import { type ChunkResult, inThreeAttempts } from '../photo-tasks/inThreeAttempts.ts'

/** Why an album cannot be changed. Retries do not help. */
export type AlbumBlocker = 'missing' | 'shared'

export const blockerMessages = { missing: 'albums.gone', shared: 'copyToAlbum.shared' } as const

/** The result of one call for photos of an album. */
export type AlbumAnswer =
  | { readonly kind: 'answered'; readonly doneIds: readonly string[]; readonly remainingIds: readonly string[] }
  | { readonly kind: AlbumBlocker | 'failed' }

/** Adds photos to one album or removes them, in calls of up to 500, and collects the results. */
export class AlbumWork {
  readonly #call: (photoIds: readonly string[]) => Promise<AlbumAnswer>
  readonly #left: Set<string>
  #done = 0
  #gone = 0
  #blocker: AlbumBlocker | null = null

  constructor(photoIds: readonly string[], call: (photoIds: readonly string[]) => Promise<AlbumAnswer>) {
    this.#left = new Set(photoIds)
    this.#call = call
  }

  /** The photos that are not processed yet. */
  get left(): readonly string[] {
    return [...this.#left]
  }

  /** The number of photos that were added or removed. */
  get done(): number {
    return this.#done
  }

  /** The number of photos that no longer exist or, in a removal, are no longer in the album. */
  get gone(): number {
    return this.#gone
  }

  /** Why the remaining photos are not sent; null if they can be sent. */
  get blocker(): AlbumBlocker | null {
    return this.#blocker
  }

  async send(chunk: readonly string[]): Promise<ChunkResult> {
    return await inThreeAttempts(chunk, (photoIds) => this.#attempt(photoIds))
  }

  async #attempt(photoIds: readonly string[]): Promise<readonly string[] | null> {
    if (this.#blocker) return []
    const answer = await this.#call(photoIds)
    if (answer.kind === 'failed') return null
    if (answer.kind !== 'answered') {
      this.#blocker = answer.kind
      return []
    }
    const remaining = new Set(answer.remainingIds)
    for (const id of photoIds) if (!remaining.has(id)) this.#left.delete(id)
    this.#done += answer.doneIds.length
    this.#gone += photoIds.length - answer.doneIds.length - remaining.size
    return photoIds.filter((id) => remaining.has(id))
  }
}
