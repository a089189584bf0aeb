import { BatchLoader } from '../batch.ts'
import type { CallScope } from '../call.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import { trashList } from './offeredCalls.ts'
import type { PhotosKnowledge } from './photoLists.ts'
import { type WireTrashedPhoto, wireTrashCount, wireTrashPage, wireTrashedPhotos } from './trashWire.ts'
import { wireDone, wireFailedPhotos } from './wire.ts'

const lookupLimit = 500

/** A page of the trash; `next` is the service's cursor of the next page, null on the last. */
export interface TrashPage {
  readonly next: string | null
  readonly items: readonly WireTrashedPhoto[]
}

/**
 * The trash of one customer. Call `isOffered` before `list` and `count`, because both fail if the service has no trash.
 * Every method throws UpstreamError.
 */
export class TrashClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope
  readonly #known: PhotosKnowledge
  /**
   * Loads a photo in the trash by the service's id; null if the trash has no such photo. The photos of an operation are
   * looked up together.
   */
  readonly photo: BatchLoader<WireTrashedPhoto>

  /** @param known the knowledge about the service, shared by all customers */
  constructor(upstream: Upstream, scope: CallScope, known: PhotosKnowledge) {
    this.#upstream = upstream
    this.#scope = scope
    this.#known = known
    this.photo = new BatchLoader({
      fetch: (imageIds) => this.find(imageIds),
      idOf: ({ imageId }) => imageId,
      limit: lookupLimit,
    })
  }

  /** True when the service has a trash. */
  isOffered(): Promise<boolean> {
    return this.#known.offers.has(trashList)
  }

  async list(cursor: string | null, limit: number): Promise<TrashPage> {
    const query = { limit, cursor }
    const page = await this.#upstream.call({ path: path`/photos/trash`, query, answer: wireTrashPage }, this.#scope)
    return { next: page.cursor || null, items: page.images }
  }

  async count(): Promise<number> {
    const call = { path: path`/photos/trash/count`, answer: wireTrashCount }
    return (await this.#upstream.call(call, this.#scope)).photosCount
  }

  /** Finds photos in the trash by their ids, in no particular order. At most 500 ids. */
  async find(imageIds: readonly string[]): Promise<readonly WireTrashedPhoto[]> {
    if (!(await this.isOffered())) return []
    const body = { photoIds: imageIds }
    const at = path`/photos/trash/lookup`
    const call = { method: 'POST', path: at, body, answer: wireTrashedPhotos, isRead: true } as const
    return (await this.#upstream.call(call, this.#scope)).images
  }

  /** Restores at most 500 photos. @returns the ids that are not in the customer's trash */
  restore(imageIds: readonly string[]): Promise<readonly string[]> {
    return this.#change('POST', imageIds)
  }

  /** Deletes at most 500 photos for good. @returns the ids that are not in the customer's trash */
  deleteForGood(imageIds: readonly string[]): Promise<readonly string[]> {
    return this.#change('DELETE', imageIds)
  }

  /** Empties the trash. Never retried: a retry would also delete photos that were trashed after the first attempt. */
  async empty(): Promise<void> {
    if (!(await this.isOffered())) return
    await this.#upstream.call({ method: 'DELETE', path: path`/photos/trash/all`, answer: wireDone }, this.#scope)
  }

  async #change(method: 'POST' | 'DELETE', imageIds: readonly string[]): Promise<readonly string[]> {
    if (!(await this.isOffered())) return imageIds
    const at = method === 'POST' ? path`/photos/trash/restore` : path`/photos/trash`
    const call = { method, path: at, body: { photoIds: imageIds }, answer: wireFailedPhotos }
    return (await this.#upstream.call(call, this.#scope)).failed
  }
}
