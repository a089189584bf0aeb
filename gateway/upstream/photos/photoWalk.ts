import { UpstreamError, type UpstreamFailure } from '../../errors/upstreamError.ts'
import type { CallScope } from '../call.ts'
import type { PhotoList, PhotoPageRequest, PhotoSort } from './photoList.ts'
import type { PhotoLists, PhotoNeighbours, PhotoPage } from './photoLists.ts'
import type { SeenPage, SeenPages } from './seenPages.ts'
import type { WirePhoto } from './wire.ts'

/** Maximum number of calls of one walk: 20,000 photos in pages of 500. */
const maximumCalls = 40
const pageSize = 500

/**
 * Finds photos by reading lists page by page, for a service that has no call to find them. A walk begins at the page in
 * which the photo was seen last, stops at the photo, and makes at most 40 calls. Every method throws UpstreamError. A
 * walk that reaches its limit fails with UPSTREAM_TIMEOUT, because the photo may still exist.
 */
export class PhotoWalk {
  readonly #lists: PhotoLists
  readonly #seen: SeenPages
  readonly #accountId: string
  #callsLeft = maximumCalls

  constructor(lists: PhotoLists, seen: SeenPages, { accountId = '' }: CallScope) {
    this.#lists = lists
    this.#seen = seen
    this.#accountId = accountId
  }

  /** The page in which the photo was last seen. */
  seenIn(imageId: string): SeenPage | undefined {
    return this.#seen.pageOf(this.#accountId, imageId)
  }

  async fetch(list: PhotoList, request: PhotoPageRequest): Promise<PhotoPage> {
    this.takeCall()
    return this.#lists.page(list, request)
  }

  /** Reads a page again; null when its list was deleted, or its cursor is no longer valid. */
  async fetchSeen(seen: Omit<SeenPage, 'before'>): Promise<PhotoPage | null> {
    try {
      return await this.fetch(seen.list, seen)
    } catch (error) {
      if (error instanceof UpstreamError && outdated.has(error.code)) return null
      throw error
    }
  }

  /** Counts a call of the walk, even if other code makes the call. @throws UpstreamError at the limit */
  takeCall(): void {
    const detail = `no result within ${maximumCalls} calls`
    if (this.#callsLeft === 0) throw new UpstreamError({ code: 'UPSTREAM_TIMEOUT', upstream: 'photos', detail })
    this.#callsLeft -= 1
  }

  /** Reads the pages of a list one after another. */
  async *pages(list: PhotoList, sort: PhotoSort, from: { cursor: string | null; limit: number } = firstPage) {
    let cursor: string | null = from.cursor
    do {
      const page: PhotoPage = await this.fetch(list, { cursor, limit: from.limit, sort })
      yield page
      cursor = page.next
    } while (cursor !== null)
  }

  /** Finds photos in a list, in no particular order. */
  async find(list: PhotoList, sort: PhotoSort, imageIds: readonly string[]): Promise<readonly WirePhoto[]> {
    const wanted = new Set(imageIds)
    const found: WirePhoto[] = []
    if (wanted.size === 0) return found
    for await (const { items } of this.#pagesFromStop(list, sort)) {
      for (const photo of items) if (wanted.delete(photo.imageId)) found.push(photo)
      if (wanted.size === 0) break
    }
    return found
  }

  /** Finds the photos before and after a photo; null when the photo is not in the list. */
  async neighbours(list: PhotoList, sort: PhotoSort, imageId: string): Promise<PhotoNeighbours | null> {
    const seen = this.seenIn(imageId)
    const near = seen && isOf(seen, list, sort) ? await this.#neighboursAt(seen, imageId) : undefined
    if (near) return near
    let last: WirePhoto | null = null
    for await (const page of this.pages(list, sort)) {
      const index = indexOf(page, imageId)
      if (index !== -1) {
        const next = await this.#after(page, index, list, { sort, limit: pageSize })
        return { previous: page.items[index - 1] ?? last, next }
      }
      last = page.items.at(-1) ?? last
    }
    return null
  }

  /** Reads the first page, which has new photos, then the pages from where the last search stopped, then the others. */
  async *#pagesFromStop(list: PhotoList, sort: PhotoSort): AsyncGenerator<PhotoPage> {
    const stop = this.#seen.stopOf(this.#accountId, list, sort)
    const first = await this.fetch(list, { ...firstPage, sort })
    yield first
    const resumed = stop === null ? null : await this.fetchSeen({ list, cursor: stop, limit: pageSize, sort })
    if (resumed) {
      yield resumed
      yield* this.#pagesToEnd(resumed.next, list, sort)
    }
    yield* this.#pagesToEnd(first.next, list, sort)
  }

  async *#pagesToEnd(start: string | null, list: PhotoList, sort: PhotoSort): AsyncGenerator<PhotoPage> {
    let cursor = start
    try {
      while (cursor !== null) {
        const page: PhotoPage = await this.fetch(list, { cursor, limit: pageSize, sort })
        yield page
        cursor = page.next
      }
    } catch (error) {
      this.#seen.rememberStop(this.#accountId, list, sort, cursor)
      throw error
    }
    this.#seen.rememberStop(this.#accountId, list, sort, null)
  }

  /**
   * Finds neighbours in a known page.
   * @returns undefined when the photo has left the page, or the previous page is unknown
   */
  async #neighboursAt(seen: SeenPage, imageId: string): Promise<PhotoNeighbours | undefined> {
    const page = await this.fetchSeen(seen)
    const index = page ? indexOf(page, imageId) : -1
    if (!page || index === -1) return undefined
    let previous = page.items[index - 1]
    if (!previous && seen.cursor !== null) {
      const before = seen.before && (await this.fetchSeen(seen.before))
      previous = before?.next === seen.cursor ? before.items.at(-1) : undefined
      if (!previous) return undefined
    }
    return { previous: previous ?? null, next: await this.#after(page, index, seen.list, seen) }
  }

  async #after(page: PhotoPage, index: number, list: PhotoList, { sort, limit }: Omit<PhotoPageRequest, 'cursor'>) {
    const next = page.items[index + 1]
    if (next || page.next === null) return next ?? null
    for await (const { items } of this.pages(list, sort, { cursor: page.next, limit })) if (items[0]) return items[0]
    return null
  }
}

/** Failures that mean that a remembered page no longer exists. */
const outdated: ReadonlySet<UpstreamFailure> = new Set(['NOT_FOUND', 'BAD_USER_INPUT'])
const firstPage = { cursor: null, limit: pageSize }

function isOf(seen: SeenPage, list: PhotoList, sort: PhotoSort): boolean {
  return seen.list.path.text === list.path.text && seen.sort.key === sort.key && seen.sort.order === sort.order
}

function indexOf({ items }: PhotoPage, id: string): number {
  return items.findIndex(({ imageId }) => imageId === id)
}
