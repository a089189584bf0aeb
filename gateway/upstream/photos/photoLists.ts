import type { CallScope } from '../call.ts'
import { nullIfNotFound } from '../notFound.ts'
import type { UpstreamPath } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import { type WirePhoto, wireNeighbours, wirePhotoPage } from './wire.ts'

/** How photos are sorted, in the service's words. */
export interface PhotoSort {
  readonly key: 'created' | 'dateTaken'
  readonly order: 'asc' | 'desc'
}

/** Which part of a list of photos. */
export interface PhotoPageRequest {
  /** Where it begins: a cursor of the service, null at the start. */
  readonly cursor: string | null
  /** 1 to 500. */
  readonly limit: number
  readonly sort: PhotoSort
}

/** A page of photos and the service's cursor of the next one, null on the last. */
export interface PhotoPage {
  readonly next: string | null
  readonly items: readonly WirePhoto[]
}

/** The photos beside one in a list; null at its ends. */
export interface PhotoNeighbours {
  readonly previous: WirePhoto | null
  readonly next: WirePhoto | null
}

/** Lists of photos: all calls that answer a part of one are alike. */
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

  /** @returns null when the photo is not in the list, or there is no such list for the customer */
  neighbours(of: UpstreamPath, sort: PhotoSort): Promise<PhotoNeighbours | null> {
    const query = { sortKey: sort.key, sortOrder: sort.order }
    return nullIfNotFound(this.#upstream.call({ path: of, query, answer: wireNeighbours }, this.#scope))
  }
}
