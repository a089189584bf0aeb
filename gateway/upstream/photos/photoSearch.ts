import { nullIfNotFound } from '../notFound.ts'
import type { AlbumsClient } from './albumsClient.ts'
import { type PhotoMonth, type PhotoSort, libraryList, monthList } from './photoList.ts'
import type { PhotoNeighbours } from './photoLists.ts'
import type { PhotoWalk } from './photoWalk.ts'
import type { SeenPage } from './seenPages.ts'
import type { WirePhoto } from './wire.ts'

/** The order of a search: most searches are for new photos. */
const newestFirst = { key: 'created', order: 'desc' } as const
/** How many pages of the newest photos are searched for an upload. The client asks again until its photo is there. */
const uploadPages = 2
const albumsPerPage = 50

/** The other calls that a search makes. */
export interface SearchSources {
  readonly albums: AlbumsClient
  /** The months with photos, in no particular order. */
  countMonths(): Promise<readonly (PhotoMonth & { readonly count: number })[]>
}

/**
 * Finds photos of the library and of shared albums by their ids, for a service without a lookup. Create one object per
 * search, because all calls of an object count against one limit. Every method throws UpstreamError.
 */
export class PhotoSearch {
  readonly #walk: PhotoWalk
  readonly #sources: SearchSources

  constructor(walk: PhotoWalk, sources: SearchSources) {
    this.#walk = walk
    this.#sources = sources
  }

  /** Finds photos of the customer's library. */
  async findOwn(imageIds: readonly string[]): Promise<readonly WirePhoto[]> {
    const seen = await this.#findWhereSeen(imageIds)
    return [...seen, ...(await this.#walk.find(libraryList, newestFirst, missing(imageIds, seen)))]
  }

  /** Finds photos of the customer's library, and photos of others in shared albums. */
  async findReadable(imageIds: readonly string[]): Promise<readonly WirePhoto[]> {
    const found = [...(await this.findOwn(imageIds))]
    if (found.length === imageIds.length) return found
    for await (const albumId of this.#sharedAlbums()) {
      const list = this.#sources.albums.listOf('shared-albums', albumId)
      // An album may be deleted after it was listed.
      const inAlbum = await nullIfNotFound(this.#walk.find(list, newestFirst, missing(imageIds, found)))
      found.push(...(inAlbum ?? []))
      if (found.length === imageIds.length) break
    }
    return found
  }

  /**
   * Finds the photos of uploads among the newest photos, in the order of the ids; null for an upload that is not found.
   */
  async findUploaded(ids: readonly string[]): Promise<readonly (WirePhoto | null)[]> {
    const found = new Map<string, WirePhoto>()
    let pages = 0
    for await (const { items } of this.#walk.pages(libraryList, newestFirst)) {
      for (const id of ids) {
        const photo = found.get(id) ?? items.find(({ uploadId, imageId }) => uploadId === id || imageId === id)
        if (photo) found.set(id, photo)
      }
      pages += 1
      if (pages === uploadPages || ids.every((id) => found.has(id))) break
    }
    return ids.map((id) => found.get(id) ?? null)
  }

  /** Finds the photos before and after a photo of the library; null when the photo is not in the library. */
  async neighbours(imageId: string, sort: PhotoSort): Promise<PhotoNeighbours | null> {
    const seen = this.#walk.seenIn(imageId)
    const inMonth = seen && sort.key === 'dateTaken' ? await this.#neighboursByMonth(seen, imageId, sort) : null
    return inMonth ?? this.#walk.neighbours(libraryList, sort, imageId)
  }

  /**
   * Finds the neighbours, in the order of capture time, of a photo that was last seen in the list of its month. This
   * needs no walk from the newest photo.
   */
  async #neighboursByMonth({ list }: SeenPage, imageId: string, sort: PhotoSort): Promise<PhotoNeighbours | null> {
    if (!list.month) return null
    const { year, month } = list.month
    const inMonth = await this.#walk.neighbours(list, sort, imageId)
    if (!inMonth || (inMonth.previous && inMonth.next)) return inMonth
    this.#walk.takeCall()
    const counts = await this.#sources.countMonths()
    const months = inOrder(counts, sort)
    const index = months.findIndex((other) => other.year === year && other.month === month)
    const reversed = { key: sort.key, order: sort.order === 'asc' ? 'desc' : 'asc' } as const
    return {
      previous: inMonth.previous ?? (await this.#firstOf(months[index - 1], reversed)),
      next: inMonth.next ?? (await this.#firstOf(months[index + 1], sort)),
    }
  }

  async #firstOf(month: PhotoMonth | undefined, sort: PhotoSort): Promise<WirePhoto | null> {
    if (!month) return null
    const { items } = await this.#walk.fetch(monthList(month), { cursor: null, limit: 1, sort })
    return items[0] ?? null
  }

  /** Searches the pages in which the photos were seen last. */
  async #findWhereSeen(imageIds: readonly string[]): Promise<readonly WirePhoto[]> {
    const pages = new Set(imageIds.flatMap((imageId) => this.#walk.seenIn(imageId) ?? []))
    const found: WirePhoto[] = []
    for (const page of pages) {
      const left = new Set(missing(imageIds, found))
      if (left.size === 0) break
      const read = await this.#walk.fetchSeen(page)
      found.push(...(read?.items.filter(({ imageId }) => left.has(imageId)) ?? []))
    }
    return found
  }

  /**
   * The albums that may hold photos of others: albums shared with the customer, then the customer's own shared albums.
   */
  async *#sharedAlbums(): AsyncGenerator<string> {
    const { albums } = this.#sources
    const lists = [
      (cursor: string | null) => albums.listSharedAlbums({ cursor, limit: albumsPerPage }),
      (cursor: string | null) => albums.listAlbums({ cursor, limit: albumsPerPage, includeShared: true }),
    ]
    for (const list of lists) {
      let cursor: string | null = null
      do {
        this.#walk.takeCall()
        const page: Awaited<ReturnType<typeof list>> = await list(cursor)
        for (const album of page.items) if (!('isShared' in album) || album.isShared) yield album.albumId
        cursor = page.next
      } while (cursor !== null)
    }
  }
}

function missing(imageIds: readonly string[], found: readonly WirePhoto[]): readonly string[] {
  const known = new Set(found.map(({ imageId }) => imageId))
  return imageIds.filter((imageId) => !known.has(imageId))
}

/** The months with photos in the order of the timeline, in which photos without a date come last. */
function inOrder(months: readonly (PhotoMonth & { readonly count: number })[], { order }: PhotoSort) {
  const direction = order === 'asc' ? 1 : -1
  return months
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => {
      if ((one.year === 0) !== (other.year === 0)) return one.year === 0 ? 1 : -1
      return direction * (one.year - other.year || one.month - other.month)
    })
}
