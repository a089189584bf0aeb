import type { CallScope } from '../call.ts'
import { nullIfNotFound } from '../notFound.ts'
import type { UpstreamPath } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import { type WirePhoto, wireNeighbours, wirePhotoPage } from './wire.ts'

/** The sort order of photos, in the service's words. */
export interface PhotoSort {
  readonly key: 'created' | 'dateTaken'
  readonly order: 'asc' | 'desc'
}

/** A page of a list of photos. */
export interface PhotoPageRequest {
  /** The service's cursor; null for the first page. */
  readonly cursor: string | null
  /** 1 to 500. */
  readonly limit: number
  readonly sort: PhotoSort
}

/** A page of photos; `next` is the service's cursor of the next page, null on the last. */
export interface PhotoPage {
  readonly next: string | null
  readonly items: readonly WirePhoto[]
}

/** The previous and next photo of a list; null at its ends. */
export interface PhotoNeighbours {
  readonly previous: WirePhoto | null
  readonly next: WirePhoto | null
}

/** The calls that return a part of a list of photos. */
export class PhotoLists {
  readonly #upstream: Upstream
  readonly #scope: CallScope

  constructor(upstream: Upstream, scope: CallScope) {
    this.#upstream = upstream
    this.#scope = scope
  }

  async page(of: UpstreamPath, { cursor, limit, sort }: PhotoPageRequest): Promise<PhotoPage> {
    const query = { limit, sortKey: sort.key, sortOrder: sort.order, cursor }
    const page = await this.#upstream.call({ path: of, query, answer: wirePhotoPage }, this.#scope)
    return { next: page.cursor ?? null, items: page.images }
  }

  /** @returns null when the photo is not in the list, or the customer has no such list */
  neighbours(of: UpstreamPath, sort: PhotoSort): Promise<PhotoNeighbours | null> {
    const query = { sortKey: sort.key, sortOrder: sort.order }
    return nullIfNotFound(this.#upstream.call({ path: of, query, answer: wireNeighbours }, this.#scope))
  }
}
