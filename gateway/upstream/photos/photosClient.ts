import { UpstreamError } from '../../errors/upstreamError.ts'
import type { CallScope, Upstream } from '../upstream.ts'
import { wireDeletion, wireNeighbours, wirePhotoList, wirePhotoPage, wireTimeline, wireUserSummary } from './wire.ts'
import type { WirePhoto } from './wire.ts'

const imageIdPattern = /^[0-9a-f-]{36}$/

/** How photos are sorted, in the service's words. */
export interface PhotoSort {
  readonly key: 'created' | 'dateTaken'
  readonly order: 'asc' | 'desc'
}

/** A year and month; 0 and 0: the photos without a date. */
export interface PhotoMonth {
  readonly year: number
  readonly month: number
}

/** Which part of a list. */
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

/** The photo management API, on behalf of one customer. Every method throws UpstreamError. */
export class PhotosClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope

  constructor(upstream: Upstream, scope: CallScope) {
    this.#upstream = upstream
    this.#scope = scope
  }

  listPhotos(request: PhotoPageRequest): Promise<PhotoPage> {
    return this.#page('/photos', request)
  }

  listMonth(month: PhotoMonth, request: PhotoPageRequest): Promise<PhotoPage> {
    return this.#page(`/photos/timeline/${month.year}/${month.month}`, request)
  }

  /** How many photos and albums there are. */
  countAll(): Promise<{ photosCount: number; albumsCount: number }> {
    return this.#upstream.call({ path: '/users', answer: wireUserSummary }, this.#scope)
  }

  /** How many photos each month has; months without any are missing. In no order. */
  async countMonths(): Promise<(PhotoMonth & { count: number })[]> {
    const years = await this.#upstream.call({ path: '/users/timeline', answer: wireTimeline }, this.#scope)
    return Object.entries(years).flatMap(([year, months]) =>
      Object.entries(months).map(([month, count]) => ({ year: Number(year), month: Number(month), count })),
    )
  }

  /** Those of these photos that exist and are the customer's, in no order. At most 500 ids. */
  async lookupPhotos(imageIds: readonly string[]): Promise<readonly WirePhoto[]> {
    const body = { photoIds: imageIds }
    const request = { method: 'POST', path: '/photos/lookup', body, answer: wirePhotoList, isRead: true } as const
    const { images } = await this.#upstream.call(request, this.#scope)
    return images
  }

  /** The photos beside one in the list of all photos; null when it does not exist or is not the customer's. */
  async findNeighbours(
    imageId: string,
    sort: PhotoSort,
  ): Promise<{ previous: WirePhoto | null; next: WirePhoto | null } | null> {
    // Nothing else may get into the path.
    if (!imageIdPattern.test(imageId)) return null
    const query = `sortKey=${sort.key}&sortOrder=${sort.order}`
    const path = `/photos/${imageId}/neighbours?${query}`
    try {
      return await this.#upstream.call({ path, answer: wireNeighbours }, this.#scope)
    } catch (error) {
      if (error instanceof UpstreamError && error.code === 'NOT_FOUND') return null
      throw error
    }
  }

  /** Deletes photos, at most 500. Returns the ids of those that are still there, or never were the customer's. */
  async deletePhotos(imageIds: readonly string[]): Promise<readonly string[]> {
    const request = { method: 'DELETE', path: '/photos', body: { photoIds: imageIds }, answer: wireDeletion } as const
    const { failed } = await this.#upstream.call(request, this.#scope)
    return failed
  }

  async #page(path: string, { cursor, limit, sort }: PhotoPageRequest): Promise<PhotoPage> {
    const from = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const query = `limit=${limit}&sortKey=${sort.key}&sortOrder=${sort.order}${from}`
    const page = await this.#upstream.call({ path: `${path}?${query}`, answer: wirePhotoPage }, this.#scope)
    return { next: page.cursor ?? null, items: page.images }
  }
}
