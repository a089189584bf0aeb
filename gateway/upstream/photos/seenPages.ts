import { LRUCache } from 'lru-cache'
import type { PhotoList, PhotoPageRequest, PhotoSort } from './photoList.ts'

/** A page of a list of photos, as it was requested. */
export interface SeenPage extends PhotoPageRequest {
  readonly list: PhotoList
  /** The page before this page; undefined for the first page, and when the page before is unknown. */
  readonly before: SeenPage | undefined
}

/** Maximum number of remembered photos, of all customers: about 10 MB. */
const rememberedPhotos = 50_000
/** Maximum number of entries in `#byNext`, and in `#stops`, for all customers together. */
const rememberedPages = 5_000

/** Limits the number of entries. `max` would allocate all of them at once, which takes processor time at each start. */
const limitOf = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })

/**
 * Remembers in which page each photo was seen last, for a service that cannot be asked about a photo by its id. The
 * page is only a hint: it is fetched again, with the token of the customer who asks.
 */
export class SeenPages {
  readonly #pages = new LRUCache<string, SeenPage>(limitOf(rememberedPhotos))
  /** Pages, by their list and by the cursor of the page that follows them. */
  readonly #byNext = new LRUCache<string, SeenPage>(limitOf(rememberedPages))
  /** The cursor at which the last search of a list stopped, by the list. */
  readonly #stops = new LRUCache<string, string>(limitOf(rememberedPages))

  /**
   * Remembers a page and the photos on it.
   * @param next the service's cursor after the page
   */
  learn(
    accountId: string,
    list: PhotoList,
    request: PhotoPageRequest,
    imageIds: readonly string[],
    next: string | null,
  ): void {
    const keyPrefix = `${listKeyOf(accountId, list, request.sort)}\n`
    const before = request.cursor === null ? undefined : this.#byNext.get(keyPrefix + request.cursor)
    const page: SeenPage = { ...request, list, before: before && { ...before, before: undefined } }
    if (next !== null) this.#byNext.set(keyPrefix + next, page)
    for (const imageId of imageIds) this.#pages.set(`${accountId}\n${imageId}`, page)
  }

  pageOf(accountId: string, imageId: string): SeenPage | undefined {
    return this.#pages.get(`${accountId}\n${imageId}`)
  }

  /** The cursor at which the last search of a list stopped; null when the search came to the end of the list. */
  stopOf(accountId: string, list: PhotoList, sort: PhotoSort): string | null {
    return this.#stops.get(listKeyOf(accountId, list, sort)) ?? null
  }

  /**
   * Remembers where a search stopped.
   * @param cursor null: the search came to the end of the list
   */
  rememberStop(accountId: string, list: PhotoList, sort: PhotoSort, cursor: string | null): void {
    const key = listKeyOf(accountId, list, sort)
    if (cursor === null) this.#stops.delete(key)
    else this.#stops.set(key, cursor)
  }
}

function listKeyOf(accountId: string, { path }: PhotoList, { key, order }: PhotoSort): string {
  return `${accountId}\n${path.text}\n${key} ${order}`
}
