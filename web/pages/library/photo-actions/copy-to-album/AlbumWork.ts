import { type ChunkResult, inThreeAttempts } from '../photo-tasks/inThreeAttempts.ts'

/** Why nothing can be changed in an album, however often one tries. */
export type AlbumHindrance = 'missing' | 'shared'

/** How that is said. */
export const hindranceMessages = { missing: 'albums.gone', shared: 'copyToAlbum.shared' } as const

/** What a call for some photos of an album was answered. */
export type AlbumAnswer =
  | { readonly kind: 'answered'; readonly doneIds: readonly string[]; readonly remainingIds: readonly string[] }
  | { readonly kind: AlbumHindrance | 'failed' }

/** What is done for photos of one album, by calls for up to 500 of them, and what has become of it so far. */
export class AlbumWork {
  readonly #call: (photoIds: readonly string[]) => Promise<AlbumAnswer>
  readonly #left: Set<string>
  #done = 0
  #gone = 0
  #hindrance: AlbumHindrance | null = null

  constructor(photoIds: readonly string[], call: (photoIds: readonly string[]) => Promise<AlbumAnswer>) {
    this.#left = new Set(photoIds)
    this.#call = call
  }

  /** Photos for which it is not done. */
  get left(): readonly string[] {
    return [...this.#left]
  }

  /** How many photos it is done for. */
  get done(): number {
    return this.#done
  }

  /** How many photos it cannot be done for, since they are not there any more. */
  get gone(): number {
    return this.#gone
  }

  /** Why the rest is not even tried; null: nothing is in the way. */
  get hindrance(): AlbumHindrance | null {
    return this.#hindrance
  }

  /** Does it for some of the photos. */
  async send(chunk: readonly string[]): Promise<ChunkResult> {
    return await inThreeAttempts(chunk, (photoIds) => this.#attempt(photoIds))
  }

  async #attempt(photoIds: readonly string[]): Promise<readonly string[] | null> {
    if (this.#hindrance) return []
    const answer = await this.#call(photoIds)
    if (answer.kind === 'failed') return null
    if (answer.kind !== 'answered') {
      this.#hindrance = answer.kind
      return []
    }
    const remaining = new Set(answer.remainingIds)
    for (const id of photoIds) if (!remaining.has(id)) this.#left.delete(id)
    this.#done += answer.doneIds.length
    this.#gone += photoIds.length - answer.doneIds.length - remaining.size
    return photoIds.filter((id) => remaining.has(id))
  }
}
