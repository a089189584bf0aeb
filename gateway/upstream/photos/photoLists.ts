import type { CallScope } from '../call.ts'
import { nullIfNotFound } from '../notFound.ts'
import type { Offers } from '../offers.ts'
import { type UpstreamPath, path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import { lookup } from './offeredCalls.ts'
import type { PhotoList, PhotoPageRequest, PhotoSort } from './photoList.ts'
import type { SeenPages } from './seenPages.ts'
import { type WireDetailedPhoto, type WirePhoto, wireNeighbours, wirePhotoList, wirePhotoPage } from './wire.ts'

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

/** The knowledge about the photos service that all operations share. */
export interface PhotosKnowledge {
  readonly offers: Offers
  readonly seen: SeenPages
}

/** The calls that return a part of a list of photos. */
export class PhotoLists {
  readonly #upstream: Upstream
  readonly #scope: CallScope
  readonly #known: PhotosKnowledge

  constructor(upstream: Upstream, scope: CallScope, known: PhotosKnowledge) {
    this.#upstream = upstream
    this.#scope = scope
    this.#known = known
  }

  async page(of: PhotoList, request: PhotoPageRequest): Promise<PhotoPage> {
    const { cursor, limit, sort } = request
    const query = { limit, sortKey: sort.key, sortOrder: sort.order, cursor }
    const page = await this.#upstream.call({ path: of.path, query, answer: wirePhotoPage }, this.#scope)
    const { images } = page
    const next = page.cursor || null
    const { offers, seen } = this.#known
    if (offers.lacks(lookup) && this.#scope.accountId !== undefined) {
      const imageIds = images.map(({ imageId }) => imageId)
      seen.learn(this.#scope.accountId, of, request, imageIds, next)
    }
    const { sharedAlbumId } = of
    // Not every service sends the e-mail address of a photo's owner. The album's members have it.
    return { next, items: sharedAlbumId === undefined ? images : images.map((photo) => ({ ...photo, sharedAlbumId })) }
  }

  /** Looks photos up by their ids, in no particular order. @returns undefined when the service has no lookup */
  lookUp(imageIds: readonly string[]): Promise<readonly WireDetailedPhoto[] | undefined> {
    return this.#known.offers.ask(lookup, async () => {
      const body = { photoIds: imageIds }
      const call = { method: 'POST', path: path`/photos/lookup`, body, answer: wirePhotoList, isRead: true } as const
      return (await this.#upstream.call(call, this.#scope)).images
    })
  }

  /**
   * Reads neighbours by the service's own call. @returns null when the photo is not in the list, or there is no such
   * list
   */
  neighbours(of: UpstreamPath, sort: PhotoSort): Promise<PhotoNeighbours | null> {
    const query = { sortKey: sort.key, sortOrder: sort.order }
    return nullIfNotFound(this.#upstream.call({ path: of, query, answer: wireNeighbours }, this.#scope))
  }
}
