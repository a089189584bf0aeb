import type { CallScope } from '../call.ts'
import { nullIfNotFound } from '../notFound.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import {
  PhotoLists,
  type PhotoNeighbours,
  type PhotoPage,
  type PhotoPageRequest,
  type PhotoSort,
} from './photoLists.ts'
import {
  type WireDetailedPhoto,
  wireCreatedSelection,
  wireFailedPhotos,
  wireLibraryDeletion,
  wirePhotoList,
  wireTempSelection,
  wireTimeline,
  wireUserSummary,
} from './wire.ts'

/** A year and month; both are 0 for photos without a date. */
export interface PhotoMonth {
  readonly year: number
  readonly month: number
}

/** The photo management API, on behalf of one customer. Every method throws UpstreamError. */
export class PhotosClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope
  readonly #lists: PhotoLists

  constructor(upstream: Upstream, scope: CallScope) {
    this.#upstream = upstream
    this.#scope = scope
    this.#lists = new PhotoLists(upstream, scope)
  }

  listPhotos(request: PhotoPageRequest): Promise<PhotoPage> {
    return this.#lists.page(path`/photos`, request)
  }

  listMonth(month: PhotoMonth, request: PhotoPageRequest): Promise<PhotoPage> {
    return this.#lists.page(path`/photos/timeline/${month.year}/${month.month}`, request)
  }

  /** Counts the photos and albums. */
  countAll(): Promise<{ photosCount: number; albumsCount: number }> {
    return this.#upstream.call({ path: path`/users`, answer: wireUserSummary }, this.#scope)
  }

  /** Counts the photos per month, in no order. Months without photos are left out. */
  async countMonths(): Promise<(PhotoMonth & { count: number })[]> {
    const years = await this.#upstream.call({ path: path`/users/timeline`, answer: wireTimeline }, this.#scope)
    return Object.entries(years).flatMap(([year, months]) =>
      Object.entries(months).map(([month, count]) => ({ year: Number(year), month: Number(month), count })),
    )
  }

  /** Finds the photos that exist and that the customer may see, in no order. At most 500 ids. */
  async lookupPhotos(imageIds: readonly string[]): Promise<readonly WireDetailedPhoto[]> {
    const body = { photoIds: imageIds }
    const { images } = await this.#upstream.call(
      { method: 'POST', path: path`/photos/lookup`, body, answer: wirePhotoList, isRead: true },
      this.#scope,
    )
    return images
  }

  /** Finds the previous and next photo in the order of `listPhotos`; null when the photo does not exist or is not the customer's. */
  findNeighbours(imageId: string, sort: PhotoSort): Promise<PhotoNeighbours | null> {
    return this.#lists.neighbours(path`/photos/${imageId}/neighbours`, sort)
  }

  /** Deletes at most 500 photos. @returns the ids that still exist, or are not the customer's */
  async deletePhotos(imageIds: readonly string[]): Promise<readonly string[]> {
    const { failed } = await this.#upstream.call(
      { method: 'DELETE', path: path`/photos`, body: { photoIds: imageIds }, answer: wireFailedPhotos },
      this.#scope,
    )
    return failed
  }

  /** Deletes all current photos. @returns false while the service is still deleting */
  async deleteAllPhotos(): Promise<boolean> {
    const answer = await this.#upstream.call(
      { method: 'DELETE', path: path`/photos/all`, answer: wireLibraryDeletion },
      this.#scope,
    )
    return answer?.isFinished ?? true
  }

  /** Creates a selection for an editor; null when none of the photos exists and is the customer's. */
  async createTempSelection(imageIds: readonly string[]): Promise<string | null> {
    const body = { photoIds: imageIds }
    const created = await nullIfNotFound(
      this.#upstream.call(
        { method: 'POST', path: path`/temp-selections`, body, answer: wireCreatedSelection },
        this.#scope,
      ),
    )
    return created?.tempSelectionId ?? null
  }

  /** Reads the photos of a selection that still exist, in its order; null when it does not exist, or has expired. */
  async readTempSelection(id: string): Promise<readonly string[] | null> {
    const selection = await nullIfNotFound(
      this.#upstream.call({ path: path`/temp-selections/${id}`, answer: wireTempSelection }, this.#scope),
    )
    return selection?.photoIds ?? null
  }
}
