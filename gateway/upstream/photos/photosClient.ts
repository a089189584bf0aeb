import { UpstreamError } from '../../errors/upstreamError.ts'
import type { CallScope } from '../call.ts'
import { nullIfNotFound } from '../notFound.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import { AlbumsClient } from './albumsClient.ts'
import { type PhotoMonth, type PhotoPageRequest, type PhotoSort, libraryList, monthList } from './photoList.ts'
import { libraryNeighbours, lookup } from './offeredCalls.ts'

import { PhotoLists, type PhotoNeighbours, type PhotoPage, type PhotosKnowledge } from './photoLists.ts'
import { PhotoSearch } from './photoSearch.ts'
import { PhotoWalk } from './photoWalk.ts'
import {
  type WireDetailedPhoto,
  type WirePhoto,
  wireCreatedSelection,
  wireDone,
  wireFailedPhotos,
  wireLibraryDeletion,
  wireTempSelection,
  wireTimeline,
  wireUserSummary,
} from './wire.ts'

/** A selection for an editor, and the photos that it leaves out because they cannot be shown. */
export interface CreatedSelection {
  readonly tempSelectionId: string
  readonly withoutPicture: readonly string[]
}

/** The photo management API, on behalf of one customer. Every method throws UpstreamError. */
export class PhotosClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope
  readonly #known: PhotosKnowledge
  readonly #lists: PhotoLists

  /** @param known the knowledge about the service, shared by all customers */
  constructor(upstream: Upstream, scope: CallScope, known: PhotosKnowledge) {
    this.#upstream = upstream
    this.#scope = scope
    this.#known = known
    this.#lists = new PhotoLists(upstream, scope, known)
  }

  listPhotos(request: PhotoPageRequest): Promise<PhotoPage> {
    return this.#lists.page(libraryList, request)
  }

  listMonth(month: PhotoMonth, request: PhotoPageRequest): Promise<PhotoPage> {
    return this.#lists.page(monthList(month), request)
  }

  /** Counts the photos and albums. */
  countAll(): Promise<{ photosCount: number; albumsCount: number }> {
    return this.#upstream.call({ path: path`/users`, answer: wireUserSummary }, this.#scope)
  }

  /** Counts the photos per month, in no particular order. Months without photos are left out. */
  async countMonths(): Promise<(PhotoMonth & { count: number })[]> {
    const years = await this.#upstream.call({ path: path`/users/timeline`, answer: wireTimeline }, this.#scope)
    return Object.entries(years).flatMap(([year, months]) =>
      Object.entries(months).map(([month, count]) => ({ year: Number(year), month: Number(month), count })),
    )
  }

  /** Finds the photos that exist and that the customer may see, in no particular order. At most 500 ids. */
  async findPhotos(imageIds: readonly string[]): Promise<readonly WireDetailedPhoto[]> {
    return (await this.#lists.lookUp(imageIds)) ?? this.#search().findReadable(imageIds)
  }

  /**
   * Like `findPhotos`, but finds only the customer's own photos. If the service has no lookup, this takes fewer calls.
   */
  async findOwnPhotos(imageIds: readonly string[]): Promise<readonly WirePhoto[]> {
    return (await this.#lists.lookUp(imageIds)) ?? this.#search().findOwn(imageIds)
  }

  /** Finds the photos of uploads, in the order of the uploads' ids; null for a photo that is not in the library yet. */
  async findUploaded(ids: readonly string[]): Promise<readonly (WirePhoto | null)[]> {
    const found = await this.#lists.lookUp(ids)
    if (!found) return this.#search().findUploaded(ids)
    const byId = new Map(found.map((photo) => [photo.imageId, photo]))
    return ids.map((id) => byId.get(id) ?? null)
  }

  /** True when `findPhotos` returns more fields of a photo than lists do. */
  async hasDetails(): Promise<boolean> {
    return this.#known.offers.has(lookup)
  }

  /**
   * Finds the previous and next photo in the order of `listPhotos`; null when the photo does not exist or is not the
   * customer's.
   */
  async findNeighbours(imageId: string, sort: PhotoSort): Promise<PhotoNeighbours | null> {
    const of = path`/photos/${imageId}/neighbours`
    if (of.text === null) return null
    const found = await this.#known.offers.ask(libraryNeighbours, () => this.#lists.neighbours(of, sort))
    return found === undefined ? this.#search().neighbours(imageId, sort) : found
  }

  /** Deletes at most 500 photos. @returns the ids that still exist, or are not the customer's */
  async deletePhotos(imageIds: readonly string[]): Promise<readonly string[]> {
    const [imageId] = imageIds
    if (imageIds.length === 1 && imageId !== undefined) return this.#deletePhoto(imageId)
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

  /** Creates a selection for an editor. `NOT_FOUND`: the customer has none of the photos. */
  async createTempSelection(imageIds: readonly string[]): Promise<CreatedSelection | 'NOT_FOUND' | 'WITHOUT_PICTURE'> {
    const call = {
      method: 'POST',
      path: path`/temp-selections`,
      body: { photoIds: imageIds },
      answer: wireCreatedSelection,
    } as const
    try {
      const { tempSelectionId, withoutPicture } = await this.#upstream.call(call, this.#scope)
      return { tempSelectionId, withoutPicture: withoutPicture ?? [] }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (error.code === 'NOT_FOUND') return 'NOT_FOUND'
      if (error.status === 422) return 'WITHOUT_PICTURE'
      throw error
    }
  }

  /**
   * Reads the photos of a selection that still exist, in the order of the selection; null when the selection does not
   * exist, or has expired.
   */
  async readTempSelection(id: string): Promise<readonly string[] | null> {
    const selection = await nullIfNotFound(
      this.#upstream.call({ path: path`/temp-selections/${id}`, answer: wireTempSelection }, this.#scope),
    )
    return selection?.photoIds ?? null
  }

  async #deletePhoto(imageId: string): Promise<readonly string[]> {
    const call = { method: 'DELETE', path: path`/photos/${imageId}`, answer: wireDone } as const
    return (await nullIfNotFound(this.#upstream.call(call, this.#scope).then(() => []))) ?? [imageId]
  }

  #search(): PhotoSearch {
    const walk = new PhotoWalk(this.#lists, this.#known.seen, this.#scope)
    const albums = new AlbumsClient(this.#upstream, this.#scope, this.#known)
    return new PhotoSearch(walk, { albums, countMonths: () => this.countMonths() })
  }
}
